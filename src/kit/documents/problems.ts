import { ProviderError } from '../errors.ts'

/** The template cannot be used: 422. It is unreadable, in the trash, or no document of the expected kind. */
export function invalidTemplate(detail: string, cause?: unknown): ProviderError {
  return new ProviderError(422, 'invalid-template', detail, { cause })
}

/** Nobody can write to the document at present: 423. */
export function locked(detail: string, cause?: unknown): ProviderError {
  return new ProviderError(423, 'locked', detail, { cause })
}

/** The account has no room for the result: 507. */
export function storageFull(detail: string, cause?: unknown): ProviderError {
  return new ProviderError(507, 'storage-full', detail, { cause })
}

/** There is no document behind a pasted link for this account: 404. The platform keeps the link as a web page. */
export function noSuchDocument(detail: string, cause?: unknown): ProviderError {
  return new ProviderError(404, 'not-found', detail, { cause })
}

/** It is unknown whether a document was made: 504. It is never made again without a person having looked. */
export function mayExist(name: string, vendor: string, cause?: unknown): ProviderError {
  return new ProviderError(
    504,
    'vendor-error',
    `${vendor} did not confirm that “${name}” was made. It may exist: look for it before you run this again.`,
    { cause },
  )
}

/**
 * The error, with a sentence about a document that was made, is incomplete, and could not be removed. An expired credential
 * becomes 502, because after a 401 the platform repeats the request with a renewed one, and nobody would read the sentence.
 */
export function withRemains(error: unknown, name: string, url: string | undefined): ProviderError {
  const sentence = `The incomplete document “${name}”${url ? ` (${url})` : ''} could not be removed: delete it.`
  if (!(error instanceof ProviderError)) {
    return new ProviderError(500, 'internal-error', `An internal error occurred. ${sentence}`, { cause: error })
  }
  const { status, problem, message, options } = error
  const detail = `${message} ${sentence}`
  if (status === 401) return new ProviderError(502, 'vendor-error', detail, { cause: error })
  return new ProviderError(status, problem, detail, { ...options, cause: options.cause ?? error })
}
