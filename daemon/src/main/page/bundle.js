/** Builds the page: node bundle.js OUT. */
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
  format: 'esm',
  target: 'es2022',
  legalComments: 'inline',
  logLevel: 'warning',
});
for (const file of ['index.html', 'icon.svg']) copyFileSync(file, join(out, file));
