import { controlRoute, parseJsonObject } from '../../core/controls.ts'
import { json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { Registration, RegistrationSettings } from './registration.ts'

/** The control routes of the application that a customer has registered. */
export function registrationControls(registration: Registration): Route[] {
  const { settings } = registration
  return [
    controlRoute('GET', 'registration', () => json(settings)),
    controlRoute('PATCH', 'registration', (request) => {
      const changes = parseJsonObject(request)
      const unknown = Object.keys(changes).find((name) => !Object.hasOwn(settings, name))
      if (unknown !== undefined) throw new RangeError(`Unknown setting "${unknown}"`)
      return json(Object.assign(settings, changes as Partial<RegistrationSettings>))
    }),
    controlRoute('GET', 'form-values', () => json(registration.formValues)),
  ]
}
