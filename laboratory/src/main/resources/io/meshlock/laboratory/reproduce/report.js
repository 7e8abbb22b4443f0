const root = document.documentElement;
const theme = document.getElementById("theme");
const tip = document.getElementById("tip");

function setDark(dark) {
  root.classList.toggle("dark", dark);
  theme.setAttribute("aria-pressed", String(dark));
}
theme.addEventListener("click", () => setDark(!root.classList.contains("dark")));
setDark(matchMedia("(prefers-color-scheme: dark)").matches);

/** Marks one point and says its figures; none if there is no point. */
function show(point) {
  document.querySelectorAll(".point.on").forEach((old) => old.classList.remove("on"));
  tip.hidden = !point;
  if (!point) return;
  point.classList.add("on");
  tip.textContent = point.dataset.note;
  const at = point.getBoundingClientRect();
  const left = Math.min(at.left + 12, innerWidth - tip.offsetWidth - 8);
  const above = at.top - tip.offsetHeight - 8;
  tip.style.left = `${Math.max(8, left)}px`;
  tip.style.top = `${above > 0 ? above : at.bottom + 8}px`;
}

for (const figure of document.querySelectorAll(".figure")) {
  for (const button of figure.querySelectorAll(".legend button")) {
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") === "false";
      button.setAttribute("aria-pressed", String(on));
      figure.querySelectorAll(`.series[data-series="${button.dataset.series}"]`)
        .forEach((series) => series.classList.toggle("off", !on));
    });
  }
}

for (const panel of document.querySelectorAll(".panel")) {
  panel.addEventListener("pointerover", (event) => show(event.target.closest(".point[data-note]")));
  panel.addEventListener("pointerleave", () => show(null));
  panel.addEventListener("blur", () => show(null));
  panel.addEventListener("keydown", (event) => {
    const lines = [...panel.querySelectorAll(".series:not(.off)")]
      .map((series) => [...series.querySelectorAll(".point")])
      .filter((points) => points.length > 0);
    const steps = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
    if (event.key === "Escape") show(null);
    if (!(event.key in steps) || lines.length === 0) return;
    event.preventDefault();
    const current = panel.querySelector(".point.on");
    let line = lines.findIndex((points) => points.includes(current));
    let place = line < 0 ? -1 : lines[line].indexOf(current);
    const [down, right] = steps[event.key];
    line = (Math.max(0, line) + (current ? down : 0) + lines.length) % lines.length;
    place = Math.min(lines[line].length - 1, Math.max(0, place + right));
    show(lines[line][place]);
  });
}
// The page may scroll under a point, also because the keyboard went to its chart.
addEventListener("scroll", () => show(document.querySelector(".point.on")), { passive: true });
