const NAMES = [
  'ground', 'panel', 'ink', 'soft', 'faint', 'edge', 'link', 'node', 'node-edge', 'hold', 'hold-ink', 'wait', 'token',
  'token-edge', 'message', 'lost', 'fresh', 'way', 'focus', 'line-1', 'line-2', 'line-3',
];

/** The style sheet's colours, for what is drawn; and the choice between dark and light. */
export const colours = {};

const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = [];

function chosen() {
  try {
    return localStorage.getItem('meshlock-theme');
  } catch {
    return null;
  }
}

function show() {
  const dark = (chosen() ?? (system.matches ? 'dark' : 'light')) === 'dark';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  const style = getComputedStyle(document.documentElement);
  for (const name of NAMES) colours[name.replace(/-(.)/g, (_, c) => c.toUpperCase())] = style.getPropertyValue(`--${name}`).trim();
  listeners.forEach((listener) => listener(dark));
}

export function onTheme(listener) {
  listeners.push(listener);
}

export function toggleTheme() {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem('meshlock-theme', next);
  } catch {
    // Not kept, then.
  }
  show();
}

export function startTheme() {
  system.addEventListener('change', show);
  show();
}
