/** The element of the built page that is seen where no script of ours runs. */
const notice = document.querySelector<HTMLElement>(".start-notice");

/** Says above the page that it does not work, and perhaps the way out of that. */
export function showNotice(sentence: string, way?: { name: string; take: () => void }): void {
  if (!notice) return;
  notice.hidden = false;
  notice.classList.add("shown");
  notice.textContent = sentence;
  if (!way) return;
  const button = document.createElement("button");
  button.textContent = way.name;
  button.onclick = way.take;
  notice.appendChild(button);
}

export function hideNotice(): void {
  if (notice) notice.hidden = true;
}
