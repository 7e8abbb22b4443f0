/** Fits a canvas to its place on the screen, in the screen's own pixels; returns its context and size, or nothing. */
export function fitted(canvas, width = canvas.clientWidth, height = canvas.clientHeight) {
  if (width === 0 || height === 0) return undefined;
  const scale = window.devicePixelRatio || 1;
  const w = Math.round(width * scale);
  const h = Math.round(height * scale);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

export const FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
