/** The page at `/__local/`: what was sent to people, who is registered, what our code called and logged. */
const filters = { service: "", function: "", customer: "", request: "", hideScheduled: "yes" };

const pretty = (value) => JSON.stringify(value, null, 2);
function prettyText(text) {
  try {
    return pretty(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A tab: its label, the filters that it takes, and a row as title, time, body and what else a card shows. */
const tabs = {
  messages: {
    label: "受信箱",
    card: ({ channel, to, subject, sentAt, text, html, code, attachments = [] }) => ({
      title: `${{ sms: "SMS", voice: "音声電話" }[channel] ?? subject} → ${to}`,
      at: sentAt,
      body: text,
      html,
      code,
      files: attachments,
      isProse: true,
    }),
  },
  customers: {
    label: "お客様",
    filters: ["customer"],
    card: (row) => ({
      title: `${row.corporateName ?? ""}（${row.loginId ?? row.pk}）`,
      at: row.createdAt,
      body: pretty(row),
    }),
  },
  requests: {
    label: "外部呼び出し",
    filters: ["service", "customer", "request", "hideScheduled"],
    card: ({ service, operation, status, at, method, path, body, response, requestId }) => ({
      title: `${service} ${operation} ${status}`,
      at,
      body: [`${method} ${path}`, prettyText(body), prettyText(response)].filter(Boolean).join("\n\n"),
      request: requestId,
      isError: status === 0 || status >= 500,
    }),
  },
  logs: {
    label: "ログ",
    filters: ["function", "customer", "request", "hideScheduled"],
    card: ({ function: name, at, line }) => ({
      title: name,
      at,
      body: prettyText(line),
      request: /"requestId":"([^"]+)"/.exec(line)?.[1],
      isError: /"level":"error"/i.test(line),
    }),
  },
  services: { label: "接続先", card: ([name, settings]) => ({ title: name, body: pretty(settings) }) },
  faults: {
    label: "障害",
    form: faultForm,
    card: (fault) => ({
      title: `${fault.service} ${fault.operation ?? "すべての操作"}`,
      body: pretty(fault),
    }),
  },
};

const [nav, form, list] = ["[role=tablist]", "main form", "main section"].map((of) =>
  document.querySelector(of),
);
let current = "messages";
/** The cards that are shown now, by the text of their row. */
let cards = new Map();

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const fileLink = ({ fileName, contentType, bytes, content }) =>
  element("a", {
    href: `data:${contentType};base64,${content}`,
    download: fileName,
    textContent: `${fileName}（${bytes.toLocaleString("ja-JP")}バイト）`,
  });

/** A mail as its HTML draws it. The sandbox runs nothing; a link opens a tab. */
const mailFrame = (html) =>
  element("iframe", {
    title: "HTML",
    srcdoc: html.replace("<head>", '<head><base target="_blank">'),
    sandbox: "allow-popups",
  });

function cardOf({ title, at, body, html, code, files = [], request, isProse, isError }) {
  const follow = () => {
    Object.assign(filters, { service: "", function: "", customer: "", request, hideScheduled: "" });
    open("logs");
  };
  return element(
    "article",
    { className: isError ? "error" : "" },
    element("h2", { textContent: title }),
    element("small", { textContent: at ? new Date(at).toLocaleString("ja-JP") : "" }),
    ...(code ? [element("p", {}, element("span", { className: "code", textContent: code }))] : []),
    element(
      "div",
      { className: html ? "mail" : "" },
      ...(html ? [mailFrame(html)] : []),
      element("pre", { className: isProse ? "" : "data", textContent: body }),
    ),
    ...files.map((file) => element("p", {}, fileLink(file))),
    ...(request ? [element("button", { textContent: `リクエスト ${request} を追う`, onclick: follow })] : []),
  );
}

const labelled = (text, control) => element("label", { textContent: text }, control);
const options = (values) =>
  values.map(([value, text]) => element("option", { value, textContent: text ?? value }));

function filterForm(names) {
  const labels = {
    service: "サービス",
    function: "関数",
    customer: "お客様（ログインIDなど）",
    request: "リクエストID",
  };
  const changed = (name) => (event) => {
    filters[name] =
      event.target.type === "checkbox" ? (event.target.checked ? "yes" : "") : event.target.value.trim();
    show();
  };
  return names.map((name) => {
    if (name !== "hideScheduled")
      return labelled(labels[name], element("input", { name, value: filters[name], oninput: changed(name) }));
    const box = element("input", {
      type: "checkbox",
      checked: Boolean(filters[name]),
      onchange: changed(name),
    });
    return element("label", { className: "check" }, box, "定期処理を隠す");
  });
}

async function faultForm() {
  const names = Object.keys(await (await fetch("/__local/services")).json());
  const service = element("select", { name: "service" }, ...options(names.map((name) => [name])));
  const statuses = [["500"], ["503"], ["429"], ["400"], ["0", "0（切断）"], ["", "成功（遅延のみ）"]];
  const status = element("select", { name: "status" }, ...options(statuses));
  const operation = element("input", { name: "operation", placeholder: "すべて" });
  const times = element("input", { name: "times", type: "number", min: 1, value: 1 });
  const delay = element("input", { name: "delayMs", type: "number", min: 0, value: 0 });
  const after = element("input", { name: "after", type: "checkbox" });
  const clear = async () => {
    await fetch("/__local/faults", { method: "DELETE" });
    show();
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    const fault = {
      service: service.value,
      ...(operation.value && { operation: operation.value }),
      ...(status.value && { status: Number(status.value) }),
      times: Number(times.value),
      delayMs: Number(delay.value),
      after: after.checked,
    };
    const response = await fetch("/__local/faults", { method: "POST", body: JSON.stringify(fault) });
    if (!response.ok) alert(await response.text());
    show();
  };
  return [
    labelled("サービス", service),
    labelled("操作", operation),
    labelled("状態", status),
    labelled("回数", times),
    labelled("遅延（ミリ秒）", delay),
    element("label", { className: "check" }, after, "処理の後で失敗"),
    element("button", { textContent: "障害を起こす" }),
    element("button", { type: "button", textContent: "すべて解除", onclick: clear }),
  ];
}

function addressOf(name) {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value));
  return `/__local/${name}?${tabs[name].filters ? query : ""}`;
}

/** Leaves the cards in place whose rows are still there: a press on a card that is taken out would be lost. */
async function show() {
  const address = addressOf(current);
  const data = await (await fetch(address)).json();
  if (address !== addressOf(current)) return;
  const next = new Map();
  for (const row of Array.isArray(data) ? data : Object.entries(data)) {
    let key = JSON.stringify([current, row]);
    while (next.has(key)) key += " ";
    next.set(key, cards.get(key) ?? cardOf(tabs[current].card(row)));
  }
  if (next.size === 0) next.set("", cards.get("") ?? element("p", { textContent: "まだ何もありません。" }));
  for (const [key, card] of cards) if (!next.has(key)) card.remove();
  let place = list.firstChild;
  for (const card of next.values()) {
    if (card === place) place = place.nextSibling;
    else list.insertBefore(card, place);
  }
  cards = next;
}

async function open(name) {
  current = name in tabs ? name : "messages";
  location.hash = current;
  for (const button of nav.children)
    button.setAttribute("aria-selected", String(button.dataset.name === current));
  form.onsubmit = (event) => event.preventDefault();
  const { filters: names, form: build } = tabs[current];
  form.replaceChildren(...(names ? filterForm(names) : build ? await build() : []));
  await show();
}

const after = (path, question) => async () => {
  if (question && !confirm(question)) return;
  await fetch(`/__local${path}`, { method: "POST" });
  await show();
};

for (const [name, { label }] of Object.entries(tabs)) {
  const button = element("button", { textContent: label, role: "tab", onclick: () => open(name) });
  button.dataset.name = name;
  nav.append(button);
}
document.querySelector("#reset").onclick = after(
  "/reset",
  "すべてのデータを消して、最初の状態に戻しますか？",
);
document.querySelector("#reconcile").onclick = after("/schedules/reconcile");
await open(location.hash.slice(1));
setInterval(show, 1500);
