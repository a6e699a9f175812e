import { controlRoute, parseJsonObject } from '../../core/controls.ts'
import { json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { ConnectedApp, ConnectedAppSettings } from './connected-app.ts'

/** The control routes of the customer's connected app. */
export function connectedAppControls(connectedApp: ConnectedApp): Route[] {
  const { settings } = connectedApp
  return [
    controlRoute('GET', 'connected-app', () => json(settings)),
    controlRoute('PATCH', 'connected-app', (request) => {
      const changes = parseJsonObject(request)
      const unknown = Object.keys(changes).find((name) => !Object.hasOwn(settings, name))
      if (unknown !== undefined) throw new RangeError(`Unknown setting "${unknown}"`)
      return json(Object.assign(settings, changes as Partial<ConnectedAppSettings>))
    }),
    controlRoute('GET', 'form-values', () => json(connectedApp.formValues)),
  ]
}
