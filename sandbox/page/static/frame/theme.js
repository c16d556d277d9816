/** Dark or light: as this browser was told last, else as the system has it. */

const KEPT = "mastermind.theme";

/** @returns {"dark" | "light"} */
export function theme() {
  return document.documentElement.dataset.theme === "light" ? "light" : "dark";
}

/** Show the page as it was chosen. */
export function restoreTheme() {
  const light = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  document.documentElement.dataset.theme = localStorage.getItem(KEPT) ?? light;
}

/** Change to the other one, and keep that. */
export function switchTheme() {
  const other = theme() === "light" ? "dark" : "light";
  document.documentElement.dataset.theme = other;
  localStorage.setItem(KEPT, other);
}
