// Sets the colour scheme before the first paint; Mantine's own script would be inline.
const wanted = localStorage.getItem("mantine-color-scheme-value") ?? "auto";
const isDark = wanted === "dark" || (wanted === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
document.documentElement.dataset.density = JSON.parse(localStorage.getItem("herald.density") ?? '"compact"');
