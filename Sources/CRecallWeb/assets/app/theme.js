// Light, dark, or as the system says. The choice is kept in this browser.

const key = "recall-theme";

/** @returns {"system"|"light"|"dark"} */
export function chosenTheme() {
  try {
    const theme = localStorage.getItem(key);
    return theme === "light" || theme === "dark" ? theme : "system";
  } catch {
    return "system";
  }
}

/** @param {"system"|"light"|"dark"} theme */
export function chooseTheme(theme) {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Without storage the choice holds until the page is closed.
  }
  applyTheme(theme);
}

export function applyTheme(theme = chosenTheme()) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
