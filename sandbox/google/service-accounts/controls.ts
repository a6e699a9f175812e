import { controlRoute, parseJsonObject } from '../../core/controls.ts'
import { json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { SERVICE_ACCOUNT_ERRORS } from './errors.ts'
import type { ServiceAccount, ServiceAccountSettings } from './service-account.ts'

const SETTING_NAMES = ['key', 'delegation', 'scopes', 'scopeError', 'refusal']

/** The control routes of the customer's service account. */
export function serviceAccountControls(serviceAccount: ServiceAccount): Route[] {
  const { settings } = serviceAccount
  return [
    controlRoute('GET', 'service-account', () => json(settings)),
    controlRoute('PATCH', 'service-account', (request) => {
      const changes = parseJsonObject(request)
      const unknown = Object.keys(changes).find((name) => !SETTING_NAMES.includes(name))
      if (unknown !== undefined) throw new RangeError(`Unknown setting "${unknown}"`)
      const { refusal } = changes
      if (refusal && !Object.hasOwn(SERVICE_ACCOUNT_ERRORS, String(refusal)))
        throw new RangeError(`Unknown error "${refusal}"`)
      return json(Object.assign(settings, changes as Partial<ServiceAccountSettings>))
    }),
    controlRoute('GET', 'form-values', () => json(serviceAccount.formValues)),
  ]
}
