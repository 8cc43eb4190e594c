import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { RoomList } from "#web/features/menu/room-list.tsx";
import type { Room } from "#web/features/menu/rooms.ts";

const rendered = (rooms: readonly Room[]): string =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(RoomList, { rooms })));

it("links to every room with its title and its sentence", () => {
  const html = rendered([{ path: "/update", title: "ご登録情報の変更", text: "会社名を変えられます。" }]);
  expect(html).toMatch(/<a [^>]*href="\/update"[^>]*>.*ご登録情報の変更.*会社名を変えられます。.*<\/a>/);
});

it("is nothing while there are no rooms", () => {
  expect(rendered([])).toBe("");
});
