/** Style of the HTML report: light or dark, as the reader's system is. */
export const STYLE = `
:root { --text: #1c2024; --muted: #5b6470; --page: #f7f8fa; --card: #fff; --line: #dfe3e8; --code: #eef1f4;
  --failed: #b42318; --warning: #8a5a00; --skipped: #5b6470; --passed: #1a7338; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ec; --muted: #a0a9b4; --page: #14171a; --card: #1d2125; --line: #343a41; --code: #262b30;
    --failed: #ff8b80; --warning: #f0b849; --skipped: #a0a9b4; --passed: #6bd58c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: .25rem 0; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem; }
h2 span { color: var(--muted); font-weight: 400; }
h3 { margin: 0; font-size: 1.0625rem; }
h4 { margin: .75rem 0 .25rem; font-size: .875rem; color: var(--muted); }
.about, .rule, blockquote footer { color: var(--muted); font-size: .9375rem; overflow-wrap: anywhere; }
.rule { margin: .125rem 0 .5rem; }
.verdict { display: inline-block; margin: 0; padding: .125rem .75rem; border: 2px solid; border-radius: 1rem; font-weight: 700; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.counts a { display: block; padding: .375rem .875rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--card); color: inherit; text-decoration: none; }
.counts a:hover { text-decoration: underline; }
.counts b { font-size: 1.125rem; }
.verdict.failed, .counts .failed b { color: var(--failed); }
.counts .warning b { color: var(--warning); }
.counts .skipped b { color: var(--skipped); }
.verdict.passed, .counts .passed b { color: var(--passed); }
article { margin: 0 0 1rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-left: 4px solid var(--failed);
  border-radius: .5rem; background: var(--card); overflow-wrap: anywhere; }
article.warning { border-left-color: var(--warning); }
article ul { margin: .5rem 0; padding-left: 1.25rem; }
blockquote { margin: .75rem 0 0; padding-left: .875rem; border-left: 3px solid var(--line); }
code, pre { font: .875rem/1.45 ui-monospace, monospace; }
code { padding: .0625rem .3125rem; border-radius: .25rem; background: var(--code); }
pre { margin: 0; padding: .75rem; border-radius: .375rem; background: var(--code); white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
details .scroll { margin-top: .5rem; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .4375rem .75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 0; }
td:first-child { white-space: nowrap; }
.made { overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; }
@media print { main { max-width: none; } article { break-inside: avoid; } }
`
