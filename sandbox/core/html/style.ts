import { Markup } from './markup.ts'

/** The style sheet of the sandbox's pages. */
export const STYLE = new Markup(`
:root { color-scheme: light dark; --ink: #1f2328; --soft: #656d76; --line: #d1d9e0; --paper: #fff; --desk: #f3f5f7 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --paper: #15191f; --desk: #0b0e12 }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  background: var(--desk); color: var(--ink); font: 16px/1.45 system-ui, "Segoe UI", Roboto, sans-serif }
main { width: min(30rem, 100%); background: var(--paper); border: 1px solid var(--line); border-top: 4px solid var(--brand);
  border-radius: 12px; padding: 1.75rem 2rem 2rem }
.brand { margin: 0 0 1rem; font-weight: 600; color: var(--brand) }
.brand span { font-weight: 400; color: var(--soft) }
h1 { margin: 0 0 1.25rem; font-size: 1.35rem; line-height: 1.3; font-weight: 600 }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0 }
legend { padding: 0 0 .4rem; font-size: .85rem; color: var(--soft) }
label { display: flex; gap: .75rem; align-items: center; padding: .55rem .75rem; border: 1px solid var(--line);
  margin-top: -1px; cursor: pointer }
label:first-of-type { border-radius: 8px 8px 0 0 }
label:last-of-type { border-radius: 0 0 8px 8px }
label:first-of-type:last-of-type { border-radius: 8px }
label:has(:checked) { background: color-mix(in srgb, var(--brand) 7%, transparent) }
label:has(:disabled) { cursor: default }
input { accent-color: var(--brand); flex: none; width: 1.05rem; height: 1.05rem; margin: 0 }
label > span:last-child { min-width: 0; display: flex; flex-direction: column }
b { font-weight: 600 }
small { color: var(--soft); font-size: .8rem; overflow-wrap: anywhere }
.initial { flex: none; width: 2rem; height: 2rem; border-radius: 50%; display: grid; place-items: center;
  background: var(--brand); color: #fff; font-weight: 600 }
footer { display: flex; flex-direction: row-reverse; gap: .75rem }
button { font: inherit; padding: .55rem 1.4rem; border-radius: 8px; border: 1px solid var(--line);
  background: transparent; color: inherit; cursor: pointer }
button.primary { background: var(--brand); border-color: var(--brand); color: #fff; font-weight: 600 }
button:focus-visible, input:focus-visible { outline: 3px solid color-mix(in srgb, var(--brand) 45%, transparent); outline-offset: 2px }
.detail { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere }
`)
