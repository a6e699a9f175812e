import type { AuthCheckRequest, AuthCheckResult } from '../../../src/contract/index.ts'
import type { Auth, Call } from '../../../src/kit/application.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { microsoftAuth } from '../oauth.ts'
import { toPath } from '../paths.ts'
import type { MicrosoftSettings } from '../settings.ts'

/** The scope with which the files of others can be read. */
export const SHARED_FILES = 'Files.Read.All'

const auth = microsoftAuth({
  permissions: [{ scope: 'Files.ReadWrite', label: 'Have full access to your files' }],
  optionalScopes: [SHARED_FILES],
  probePath: (user) => toPath([...user, 'drive'], { $select: 'id' }),
})

export const onedriveAuth: Auth<MicrosoftSettings> = { ...auth, check }

async function check(request: AuthCheckRequest, call: Call<MicrosoftSettings>): Promise<AuthCheckResult> {
  try {
    return (await auth.check?.(request, call)) ?? { status: 'ok' }
  } catch (error) {
    // Graph has the same code for a missing drive as for a missing mailbox.
    const isMissing = error instanceof VendorError && ['mailbox-unavailable', 'not-found'].includes(error.class)
    throw isMissing ? noOnedrive(error) : error
  }
}

function noOnedrive({ reasons, cause }: VendorError): VendorError {
  return new VendorError(
    {
      class: 'mailbox-unavailable',
      retry: false,
      sentence: 'This account has no OneDrive.',
      next: 'Open OneDrive once, or ask the administrator of the organization for a license, and connect again.',
    },
    { at: 'api', status: 404, reasons, cause },
  )
}
