import type { Browser } from './browser.ts'

/** A page that a browser shows. */
interface ShownPage {
  address: string
  page: string
}

/** A sign-in may consist of several forms, for example one for the name of a site and the vendor's consent page. */
const MAX_FORMS = 3
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

/** Thrown when a form asks for something that nobody has told the demo, such as the key of an account. */
export class MissingFormValue extends Error {
  constructor(address: string, fields: readonly string[]) {
    super(`the form at ${new URL(address).origin} asks for ${fields.join(', ')}, which the sandbox does not provide`)
    this.name = 'MissingFormValue'
  }
}

/** The texts to enter into a form, by the name of the field. */
export type FormValues = Readonly<Record<string, string>>

/** A field that nobody can fill in has no value. */
interface Field {
  name: string
  value: string | undefined
}

/**
 * Signs in as a user would: opens the address of a connection, fills in the vendor's consent page or the application's
 * own form, and returns the last page. `candidates` are the texts to enter, one set for each vendor: a form gets the first
 * that fills all its fields, and never a mixture of two, because forms of different vendors have fields of the same name.
 * Throws MissingFormValue when there is none, and an Error when the page has no form.
 */
export async function submitForms(
  browser: Browser,
  address: string,
  account: string,
  candidates: readonly FormValues[] = [],
): Promise<string> {
  let shown: ShownPage = await browser.open(address)
  for (let count = 0; count < MAX_FORMS; count += 1) {
    const form = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(shown.page)
    if (!form && count > 0) break
    if (!form) throw new Error(`${describe(shown)}, which is neither a consent page nor a form`)
    const [, tag = '', content = ''] = form
    const { action = '', method, enctype } = readAttributes(tag)
    const fields = selectFields(content, account, candidates, shown.address)
    const target = new URL(action, shown.address)
    const isPost = method?.toLowerCase() === 'post'
    if (!isPost) target.search = append(new URLSearchParams(), fields).toString()
    const isMultipart = enctype?.toLowerCase() === 'multipart/form-data'
    const body = append(isMultipart ? new FormData() : new URLSearchParams(), fields)
    shown = await browser.open(target.toString(), isPost ? body : undefined)
  }
  return toText(shown.page)
}

/** The fields filled in with the first set of values that has them all. */
function selectFields(form: string, account: string, candidates: readonly FormValues[], address: string): Field[] {
  const attempts = [...candidates, {}].map((values) => fillFields(form, { ...values, account }))
  const missing = attempts.map((fields) => fields.flatMap(({ name, value }) => (value === undefined ? name : [])))
  const complete = attempts[missing.findIndex((names) => names.length === 0)]
  if (complete) return complete
  const [fewest = []] = missing.toSorted((a, b) => a.length - b.length)
  throw new MissingFormValue(address, [...new Set(fewest)])
}

function append<Body extends FormData | URLSearchParams>(body: Body, fields: readonly Field[]): Body {
  for (const { name, value = '' } of fields) body.append(name, value)
  return body
}

const FIELD = /<(input|button|select)\b([^>]*)>|<(textarea)\b([^>]*)>([\s\S]*?)<\/textarea>/gi

/** What a browser would send: hidden fields and ticked boxes as they are, the user's choice and texts. No files. */
function fillFields(form: string, formValues: FormValues): Field[] {
  const fields: Field[] = []
  let isDecided = false
  for (const [, element = 'textarea', attributes = '', , textareaAttributes = '', content = ''] of form.matchAll(
    FIELD,
  )) {
    const { name, type = 'text', value = content.trim(), ...others } = readAttributes(attributes || textareaAttributes)
    if (name === undefined || type === 'file') continue
    const entered = formValues[name]
    if (element.toLowerCase() === 'button' || type === 'submit') {
      // The first button is the one that agrees.
      if (!isDecided) fields.push({ name, value })
      isDecided = true
    } else if (type === 'hidden') fields.push({ name, value })
    else if (type === 'radio') {
      if (entered === undefined ? 'checked' in others : value === entered) fields.push({ name, value })
    } else if (type === 'checkbox') {
      if ('checked' in others) fields.push({ name, value: value || 'on' })
    } else {
      const isOptional = others['aria-required'] === 'false'
      fields.push({ name, value: entered ?? (value !== '' || isOptional ? decodeEntities(value) : undefined) })
    }
  }
  return fields
}

function readAttributes(tag: string): Record<string, string> {
  const attributes = tag.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)
  return Object.fromEntries(
    [...attributes].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  )
}

function decodeEntities(text: string): string {
  return text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity)
}

function describe({ address, page }: ShownPage): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname} shows “${toText(page).slice(0, 200)}”`
}

function toText(page: string): string {
  const text = page.replace(/<(script|style|title)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' ')
  return decodeEntities(text).replace(/\s+/g, ' ').trim()
}
