/** Builds the page: node bundle.js OUT. Classic scripts, so that it also works from a file. */
import { build } from 'esbuild';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const out = process.argv[2];
mkdirSync(out, { recursive: true });
await build({
  entryPoints: ['src/page.js', 'src/page.css'],
  outdir: out,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  legalComments: 'inline',
  logLevel: 'warning',
});
// The simulator alone, too: Node.js can run it.
for (const file of ['index.html', 'icon.svg', 'simulator.js']) copyFileSync(file, join(out, file));
