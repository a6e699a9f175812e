import type { AuthConnectResult } from '../../contract/index.ts'
import type { Call, ConnectInput, KeySubmission, KeySubmissionResult, Settings } from '../application.ts'
import { ProviderError } from '../errors.ts'
import type { KeyConnection, StoredKey } from './connection.ts'
import { FieldError, type FormValues } from './form.ts'
import { type KeyPage, renderKeyPage } from './page.ts'
import { readPostedFields } from './posted-fields.ts'
import { sealKey } from './sealed-key.ts'

/** The form of a connect attempt, empty but for the address of an account that is connected again. */
export function showForm<Key extends StoredKey, S extends Settings>(
  { form }: KeyConnection<Key, S>,
  { state, loginHint }: ConnectInput,
  call: Call<S>,
): AuthConnectResult {
  const values = form.accountField && loginHint ? { [form.accountField]: loginHint } : {}
  return { type: 'html', html: renderForm(form, call, { state, values }) }
}

/**
 * Reads a posted form and tries its key at the vendor. Returns the sealed key, or the form again with what is wrong and
 * everything that was entered but secrets: status 400, or 503 if the vendor cannot try it now.
 */
export async function submitForm<Key extends StoredKey, S extends Settings>(
  connection: KeyConnection<Key, S>,
  { state, nonce, form: posted }: KeySubmission,
  call: Call<S>,
): Promise<KeySubmissionResult> {
  const { form } = connection
  const { values, errors, shown } = await readPostedFields(form, posted, call.clock())
  const again = (status: number, page: Partial<KeyPage>): KeySubmissionResult => {
    return { type: 'form', status, html: renderForm(form, call, { state, values: shown, ...page }) }
  }
  if (Object.keys(errors).length > 0) return again(400, { errors })
  try {
    const key = toKey(connection, values, call)
    const tokens = await connection.mint(key, call)
    await connection.identify(tokens, key, call)
    return { type: 'sealed', code: await sealKey(call, { state, nonce }, JSON.stringify(key)) }
  } catch (error) {
    if (error instanceof FieldError) return again(400, { errors: { [error.field ?? '']: error.message } })
    if (!(error instanceof ProviderError)) throw error
    return again(...describeRefusal(connection.vendor, error, call))
  }
}

/** Every FieldError from here on names its field. */
function toKey<Key extends StoredKey, S extends Settings>(
  { toKey: read, form }: KeyConnection<Key, S>,
  values: FormValues,
  call: Call<S>,
): Key {
  try {
    return read(values, call)
  } catch (error) {
    if (!(error instanceof FieldError) || error.field) throw error
    throw new FieldError(error.message, form.fields[0]?.name)
  }
}

const TEMPORARY_STATUSES = [429, 502, 503, 504]

/** Status and content of the form after a refusal by the vendor. Causes stay in the log. */
function describeRefusal<S extends Settings>(
  vendor: string,
  { status, message, problem, options }: ProviderError,
  call: Call<S>,
): [status: number, page: Partial<KeyPage>] {
  const { cause, page } = options
  call.log.info({ problem, err: cause }, `connect: a key was refused: ${message}`)
  const quote = page?.quote
  if (!TEMPORARY_STATUSES.includes(status)) return [status >= 500 ? status : 400, { problem: [message], quote }]
  const again = `Nothing was saved. ${vendor} could not try this key just now: wait a minute, enter the key again and press Connect.`
  return [503, { problem: [message, again], quote }]
}

function renderForm<S extends Settings>(
  form: KeyPage['form'],
  { baseUrl, application }: Call<S>,
  page: Pick<KeyPage, 'state'> & Partial<KeyPage>,
): string {
  return renderKeyPage({ form, baseUrl, action: `/${application}/key`, encoding: 'multipart/form-data', ...page })
}
