/** Builds static/dist/d3.js, the one file of the console that needs a build: `npm ci && node build.mjs`. */
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

await build({
  entryPoints: [join(here, "js/vendor/d3.js")],
  outfile: join(here, "dist/d3.js"),
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  legalComments: "eof",
  logLevel: "info",
});
