/** The page at `/__local/`: what was sent to people, who is registered, what our code called. Plain and self-contained. */

export const style = `
:root { font: 15px/1.6 system-ui, "Hiragino Sans", "Noto Sans JP", sans-serif; color: #2b2620; background: #faf8f3; }
body { margin: 0; }
header { background: #f6b602; padding: 12px 24px; display: flex; gap: 24px; align-items: center; flex-wrap: wrap; }
h1 { font-size: 18px; margin: 0; }
nav button { font: inherit; border: 0; background: none; padding: 6px 10px; cursor: pointer; border-radius: 6px; color: inherit; }
nav button[aria-selected="true"] { background: #2b2620; color: #fff; }
main { padding: 16px 24px; max-width: 1100px; margin: auto; }
article { background: #fff; border: 1px solid #e5dfd3; border-radius: 10px; padding: 12px 16px; margin: 12px 0; }
article h2 { font-size: 15px; margin: 0 0 4px; overflow-wrap: anywhere; }
small { color: #6a6257; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 8px 0 0; font-family: inherit; }
pre.data { font-family: ui-monospace, monospace; font-size: 12.5px; }
.code { font: 700 22px ui-monospace, monospace; letter-spacing: 3px; background: #fff4cf; padding: 2px 10px; border-radius: 6px; }
.actions { display: flex; gap: 8px; align-items: center; margin-left: auto; }
.actions a { color: inherit; }
.actions button { font: inherit; padding: 4px 12px; border: 1px solid #2b2620; background: transparent; border-radius: 6px; cursor: pointer; }
`;

export const page = `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>ローカル環境</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/__local/page.css"></head>
<body><header><h1>ローカル環境</h1>
<nav role="tablist" aria-label="表示"></nav>
<div class="actions"><a href="/">ポータルを開く</a><button id="reconcile">定期処理を実行</button><button id="reset">初期化</button></div></header>
<main aria-live="polite"></main><script src="/__local/page.js"></script></body></html>`;

export const script = `
const tabs = {
  messages: ["受信箱", (m) => card(m.channel === "sms" ? "SMS → " + m.to : m.subject + " → " + m.to, m.sentAt, m.text, m.code)],
  customers: ["お客様", (c) => card((c.corporateName ?? "") + "（" + (c.loginId ?? c.pk) + "）", c.createdAt, JSON.stringify(c, null, 2))],
  requests: ["外部呼び出し", (r) => card(r.service + " " + r.operation + " " + r.status, r.at, r.method + " " + r.path + "\\n\\n" + r.body + "\\n\\n" + r.response)],
  logs: ["ログ", (l) => card(l.function, l.at, l.line)],
  services: ["接続先", (s) => card(s[0], "", JSON.stringify(s[1], null, 2))],
  faults: ["障害", (f) => card(f.service + " " + (f.operation ?? "*"), "", JSON.stringify(f))],
};
let current = location.hash.slice(1) in tabs ? location.hash.slice(1) : "messages";
const nav = document.querySelector("nav"), main = document.querySelector("main");
const element = (name, text, className) => { const e = document.createElement(name); e.textContent = text; if (className) e.className = className; return e; };
function card(title, at, body, code) {
  const a = document.createElement("article");
  a.append(element("h2", title), element("small", at ? new Date(at).toLocaleString("ja-JP") : ""));
  if (code) { const p = document.createElement("p"); p.append(element("span", code, "code")); a.append(p); }
  a.append(element("pre", body, code || current === "messages" ? "" : "data"));
  return a;
}
for (const [key, [label]] of Object.entries(tabs)) {
  const b = element("button", label); b.setAttribute("role", "tab"); b.dataset.key = key;
  b.onclick = () => { current = key; location.hash = key; last = ""; show(); };
  nav.append(b);
}
let last = "";
async function show() {
  for (const b of nav.children) b.setAttribute("aria-selected", String(b.dataset.key === current));
  const text = await (await fetch("/__local/" + current)).text();
  if (text === last) return;
  last = text;
  const data = JSON.parse(text);
  const rows = Array.isArray(data) ? data : Object.entries(data);
  main.replaceChildren(...(rows.length ? rows.map(tabs[current][1]) : [element("p", "まだ何もありません。")]));
}
document.getElementById("reset").onclick = async () => { if (confirm("すべてのデータを消して、最初の状態に戻しますか？")) { await fetch("/__local/reset", { method: "POST" }); last = ""; show(); } };
document.getElementById("reconcile").onclick = async () => { await fetch("/__local/schedules/reconcile", { method: "POST" }); last = ""; show(); };
show(); setInterval(show, 1500);
`;
