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

/**
 * Signs in as a user would: opens the address of a connection, fills in the vendor's consent page or the application's
 * own form, and returns the last page. `formValues` are the texts to enter, by the name of the field. Throws MissingFormValue
 * when one is missing, and an Error when the page has no form.
 */
export async function submitForms(
  browser: Browser,
  address: string,
  account: string,
  formValues: Readonly<Record<string, string>> = {},
): Promise<string> {
  let shown: ShownPage = await browser.open(address)
  for (let count = 0; count < MAX_FORMS; count += 1) {
    const form = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(shown.page)
    if (!form && count > 0) break
    if (!form) throw new Error(`${describe(shown)}, which is neither a consent page nor a form`)
    const [, tag = '', content = ''] = form
    const fields = fillFields(content, { ...formValues, account }, shown.address)
    const target = new URL(readAttributes(tag).action ?? '', shown.address)
    const isPost = readAttributes(tag).method?.toLowerCase() === 'post'
    if (!isPost) target.search = fields.toString()
    shown = await browser.open(target.toString(), isPost ? fields : undefined)
  }
  return toText(shown.page)
}

/** What a browser would send: hidden fields and ticked boxes as they are, the user's choice and texts. */
function fillFields(form: string, formValues: Readonly<Record<string, string>>, address: string): URLSearchParams {
  const fields = new URLSearchParams()
  const missing: string[] = []
  let isDecided = false
  for (const [, element = '', attributes = ''] of form.matchAll(/<(input|button|textarea|select)\b([^>]*)>/gi)) {
    const { name, type = 'text', value = '', ...others } = readAttributes(attributes)
    if (name === undefined) continue
    if (element.toLowerCase() === 'button' || type === 'submit') {
      // The first button is the one that agrees.
      if (!isDecided) fields.append(name, value)
      isDecided = true
    } else if (type === 'hidden') fields.append(name, value)
    else if (type === 'radio') {
      if (value === formValues[name]) fields.append(name, value)
    } else if (type === 'checkbox') {
      if ('checked' in others) fields.append(name, value || 'on')
    } else if (formValues[name] !== undefined || value !== '') fields.append(name, formValues[name] ?? value)
    else missing.push(name)
  }
  if (missing.length > 0) throw new MissingFormValue(address, missing)
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
