/**
 * Builds static/dist: `npm ci && node build.mjs`. One style sheet for all pages; for the map, which has the most modules
 * and is to be seen at once, one script with all the page uses, and its worker; the same for the map of all spaces. Other pages' modules are served as they are.
 */
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

await build({
  entryPoints: {
    app: join(here, "css/app.css"),
    "graph/main": join(here, "js/graph/main.js"),
    "graph/spaces": join(here, "js/graph/spaces.js"),
    "graph/worker": join(here, "js/graph/worker.js"),
  },
  outdir: join(here, "dist"),
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  legalComments: "eof",
  logLevel: "info",
});
