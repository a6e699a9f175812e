import { escapeHtml } from '../../runtime/escape-html.ts'
import { toBasePath } from '../../runtime/web-address.ts'
import type { PageHelp } from '../errors.ts'
import { toSafeQuote } from '../oauth/quote.ts'
import type { FormValues, KeyField, KeyForm } from './form.ts'

/** A page with a form for a key. */
export interface KeyPage {
  form: KeyForm
  /** Public URL of the hub. */
  baseUrl: string
  /** Path below it that takes the form. */
  action: string
  /** Files can only be posted as `multipart/form-data`. */
  encoding: 'multipart/form-data' | 'application/x-www-form-urlencoded'
  state: string
  /** The values to show. Never secrets. */
  values?: FormValues
  /** Sentences by the name of the field. */
  errors?: Readonly<Record<string, string>>
  /** What is wrong with the form as a whole, a sentence for each paragraph. */
  problem?: readonly string[]
  /** The vendor's own words about it. */
  quote?: PageHelp['quote']
}

/** Renders the form. All texts are escaped. It works without scripts, which the headers of the page forbid. */
export function renderKeyPage(page: KeyPage): string {
  const { form, state, errors = {} } = page
  const basePath = escapeHtml(toBasePath(page.baseUrl))
  const isRefused = page.problem !== undefined || Object.keys(errors).length > 0
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(form.title)}</title>
<link rel="icon" href="${basePath}/icons/provider-hub.svg">
<link rel="stylesheet" href="${basePath}/connect.css">
</head>
<body>
<main class="${isRefused ? 'bad' : 'good'} form">
<h1>${escapeHtml(form.title)}</h1>
${problemMarkup(page)}${form.introduction.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n')}
${(form.copies ?? []).map(copyMarkup).join('')}<form method="post" action="${basePath}${escapeHtml(page.action)}" enctype="${page.encoding}" autocomplete="off">
<input type="hidden" name="state" value="${escapeHtml(state)}">
${form.fields.map((field) => fieldMarkup(field, page)).join('\n')}
<button type="submit">Connect</button>
</form>
</main>
</body>
</html>
`
}

function copyMarkup({ label, text }: { label: string; text: string }): string {
  return `<p class="copy">${escapeHtml(label)}<code>${escapeHtml(text)}</code></p>\n`
}

function problemMarkup({ problem, quote, errors = {} }: KeyPage): string {
  const sentences = problem ?? (Object.keys(errors).length > 0 ? ['Check the fields marked below.'] : [])
  if (sentences.length === 0) return ''
  const paragraphs = [...sentences, 'Keys and files have to be entered again.']
    .map((sentence) => `<p>${escapeHtml(sentence)}</p>`)
    .join('\n')
  const said = toSafeQuote(quote)
  const quoted = said
    ? `<figure><figcaption>${escapeHtml(said.from)} says:</figcaption><blockquote>${escapeHtml(said.text)}</blockquote></figure>\n`
    : ''
  return `<div class="problem" role="alert">\n${paragraphs}\n${quoted}</div>\n`
}

function fieldMarkup(field: KeyField, { values = {}, errors = {} }: KeyPage): string {
  const { name, label, hint, optional = false } = field
  const id = escapeHtml(name)
  const error = Object.hasOwn(errors, name) ? errors[name] : undefined
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  const attributes = `${notes ? ` aria-describedby="${notes}"` : ''}${error ? ' aria-invalid="true"' : ''}`
  const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
  const title = `${escapeHtml(label)}${optional ? ' <span class="optional">(optional)</span>' : ''}`
  const inputs = inputsMarkup(field, id, value, attributes)
  const isGroup = field.kind === 'choice'
  return `<${isGroup ? 'fieldset' : 'div'} class="field${error ? ' wrong' : ''}">
${isGroup ? `<legend>${title}</legend>` : `<label for="${id}">${title}</label>`}
${hint ? `<p class="hint" id="${id}-hint">${escapeHtml(hint)}</p>\n` : ''}${inputs}
${error ? `<p class="error" id="${id}-error">${escapeHtml(error)}</p>\n` : ''}</${isGroup ? 'fieldset' : 'div'}>`
}

function inputsMarkup(field: KeyField, id: string, value: string, attributes: string): string {
  // A file may take the place of a long text, so the browser must not insist on either.
  const required = field.optional
    ? ' aria-required="false"'
    : field.kind === 'long'
      ? ' aria-required="true"'
      : ' required'
  const common = `name="${id}"${attributes} spellcheck="false" autocapitalize="off" autocomplete="off"`
  const placeholder =
    'placeholder' in field && field.placeholder ? ` placeholder="${escapeHtml(field.placeholder)}"` : ''
  if (field.kind === 'long') {
    const accept = field.accept ? ` accept="${escapeHtml(field.accept)}"` : ''
    return `<textarea id="${id}" ${common}${required} rows="5">\n${escapeHtml(value)}</textarea>
<label class="file">or a file <input type="file" name="${id}"${accept}></label>`
  }
  if (field.kind === 'text') {
    const type = field.secret ? 'password' : 'text'
    return `<input type="${type}" id="${id}" ${common}${placeholder}${required} value="${escapeHtml(value)}">`
  }
  const isOption = field.options.some((option) => option.value === value)
  const options = field.options.map((option, index) => {
    const isChecked = option.value === value || (index === 0 && value === '')
    return `<label class="option"><input type="radio" name="${id}" value="${escapeHtml(option.value)}"${isChecked ? ' checked' : ''}> ${escapeHtml(option.label)}</label>`
  })
  if (field.other) {
    const text = isOption ? '' : value
    options.push(`<label class="other">${escapeHtml(field.other)}
<input type="text" ${common}${placeholder} aria-required="false" value="${escapeHtml(text)}"></label>`)
  }
  return options.join('\n')
}
