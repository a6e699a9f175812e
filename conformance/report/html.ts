import { escapeHtml } from '../../src/runtime/escape-html.ts'
import type { Report, Result } from './schema.ts'
import { STYLE } from './style.ts'

type Outcome = Result['outcome']
const OUTCOMES: readonly Outcome[] = ['failed', 'warning', 'skipped', 'passed']
const LABELS: Readonly<Record<Outcome, string>> = {
  failed: 'Failed',
  warning: 'Warnings',
  skipped: 'Skipped',
  passed: 'Passed',
}

/** The report as one page, which loads nothing and runs nothing: its policy allows its own style only. */
export function toHtml(report: Report): string {
  const { provider, counts, results, made, dateStart, dateEnd, requests, outcome } = report
  const name = escapeHtml(provider.name)
  const duration = ((dateEnd - dateStart) / 1000).toFixed(1)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Conformance of ${name}: ${outcome}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<p class="verdict ${outcome}">${outcome === 'passed' ? 'Passed' : 'Failed'}</p>
<h1>Conformance of ${name}</h1>
<p class="about">${escapeHtml(provider.url)} · ${escapeHtml(provider.applications.join(', '))}<br>
<time datetime="${new Date(dateStart).toISOString()}">${new Date(dateStart).toUTCString()}</time> · ${requests} requests in ${duration} s</p>
<nav aria-label="Results"><ul class="counts">
${OUTCOMES.map((each) => `<li class="${each}"><a href="#${each}"><b>${counts[each]}</b> ${LABELS[each].toLowerCase()}</a></li>`).join('\n')}
</ul></nav>
</header>
${OUTCOMES.map((each) => toSection(each, results)).join('')}
${made.length > 0 ? `<section><h2>Written at the vendor</h2><ul class="made">${made.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul></section>` : ''}
</main>
</body>
</html>
`
}

function toSection(outcome: Outcome, all: readonly Result[]): string {
  const results = all.filter((result) => result.outcome === outcome)
  if (results.length === 0) return `<section id="${outcome}"></section>`
  const isWrong = outcome === 'failed' || outcome === 'warning'
  const content = isWrong ? results.map(toViolation).join('') : toTable(outcome, results)
  return `<section id="${outcome}"><h2>${LABELS[outcome]} <span>${results.length}</span></h2>${content}</section>\n`
}

function toViolation(result: Result): string {
  const { rule, outcome, requires, section, sentence, remedy, violations, furtherViolations } = result
  const [first] = violations
  const more = furtherViolations > 0 ? `<li>and ${furtherViolations} more</li>` : ''
  return `<article class="${outcome}">
<h3>${escapeHtml(requires)}</h3>
<p class="rule"><code>${escapeHtml(rule)}</code> ${escapeHtml(whereOf(result))}</p>
<ul>${violations.map(({ text }) => `<li>${escapeHtml(text)}</li>`).join('')}${more}</ul>
${first?.sent === undefined ? '' : toExchange(first.sent, first.received ?? '')}
<p><b>What to do.</b> ${escapeHtml(remedy)}</p>
<blockquote>${escapeHtml(sentence)}<footer>Provider Interface Specification, ${escapeHtml(section)}</footer></blockquote>
</article>
`
}

function toExchange(sent: string, received: string): string {
  return `<details><summary>Sent and received</summary>
<h4>Sent</h4><pre tabindex="0">${escapeHtml(sent)}</pre>
<h4>Received</h4><pre tabindex="0">${escapeHtml(received)}</pre></details>`
}

function toTable(outcome: Outcome, results: readonly Result[]): string {
  const rows = results.map((result) => {
    const reason = result.reason ? `<td>${escapeHtml(result.reason)}</td>` : ''
    const cells = `<td><code>${escapeHtml(result.rule)}</code></td><td>${escapeHtml(whereOf(result))}</td>`
    return `<tr>${cells}<td>${escapeHtml(result.requires)}</td>${reason}</tr>`
  })
  const reason = outcome === 'skipped' ? '<th scope="col">Why</th>' : ''
  const head = `<tr><th scope="col">Rule</th><th scope="col">Where</th><th scope="col">Requires</th>${reason}</tr>`
  const table = `<div class="scroll" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`
  return outcome === 'passed' ? `<details><summary>Show all</summary>${table}</details>` : table
}

function whereOf({ account, application, route }: Result): string {
  return [account ?? application, route].filter((part) => part !== undefined).join(' ')
}
