import { defineConfig } from "vite";

const target = "http://127.0.0.1:7788";
const server = { proxy: { "^/(?:api|v1|healthz|readyz|openapi)": { target, changeOrigin: false } } };

/**
 * Builds the console as static files without inline code. The page loads everything from its own folder.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  // Never the development build, which contains paths of this machine: tests build it, too.
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  // For development, `vite console` serves the source beside a running `dejima serve`.
  server,
  preview: server,
  build: {
    outDir: "../dist/console",
    emptyOutDir: true,
    target: ["chrome125", "firefox128", "safari18"],
    // Inlined files would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The PDF renderer is large, and loaded with the first file.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: [`${import.meta.dirname}/index.html`, `${import.meta.dirname}/diagram.html`],
      output: {
        // What every page needs is one file, not thirty small ones. Parts that the chat does not need go with
        // the pages that use them.
        codeSplitting: {
          groups: [
            {
              name: "core",
              test: /\/(?:preact|signals|signals-core)\/|\/console\/(?:core|parts\/(?!found-list|figures|in-sight|switch|text-field|schema-|example-input|form-dialog|add-head|row-list|score-bar|page-head|diff-view)[^/]+$|words\/(?:shell|call)\.)/,
            },
          ],
        },
      },
    },
  },
});
