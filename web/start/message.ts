/** The element of the built page that is seen where no script of ours runs. */
const box = document.querySelector<HTMLElement>(".start-message");

/** Says above the page that it does not work, and perhaps the way out of that. */
export function showMessage(sentence: string, way?: { name: string; take: () => void }): void {
  if (!box) return;
  box.hidden = false;
  box.classList.add("shown");
  box.textContent = sentence;
  if (!way) return;
  const button = document.createElement("button");
  button.textContent = way.name;
  button.onclick = way.take;
  box.appendChild(button);
}

export function hideMessage(): void {
  if (box) box.hidden = true;
}
