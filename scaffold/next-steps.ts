import { CAPABILITIES } from './capabilities.ts'
import type { Plan } from './plan.ts'

/** What to do after the files were written, in this order. */
export function describeNextSteps({ facts, isNewVendor, created }: Plan): string {
  const { names, signIn, capabilities } = facts
  const { vendor, application, vendorLabel } = names
  const folder = `vendors/${vendor}`
  const handlers = capabilities.map((name) => `${folder}/${application}/${CAPABILITIES[name].handler}`)
  const hasMap = created.some(({ path }) => path.startsWith(`${folder}/${application}/map/`))
  const key = signIn === 'key-upload' ? ` and ${folder}/key.ts` : ''
  const ofVendor = [
    `${folder}/client.ts: the host of the API, how a token is sent, and what an error looks like.`,
    `${folder}/auth.ts${key}: ${SIGN_IN_ADVICE[signIn]}`,
    `${folder}/account.ts: the request that names the account of a token.`,
    `${folder}/api-errors.ts and errors.ts: what each error of ${vendorLabel} means and who resolves it; then npm run docs:write.`,
  ]
  const steps = [
    ...(isNewVendor ? ofVendor : []),
    ...(hasMap ? [`${folder}/${application}/map/: ${vendorLabel}’s JSON, and what becomes of it.`] : []),
    `${handlers.join(', ')}: the requests.`,
    `sandbox/${vendor}/: the same paths, parameters and errors, as strict as ${vendorLabel} is.`,
    `test/vendors/${vendor}/recordings/ and test/vendors/published-types/${vendor}.ts: responses as ${vendorLabel} documents them, then those of a real account: npm run record -- ${vendor} ${application} (hosts: record/vendors.ts). npm test -- test/vendors/published-types test/record/handlers.test.ts compares them, and the sandbox, with the types.`,
    `definition.json and public/icons/${application}.svg: label, description${capabilities.includes('link') ? ', the addresses of links' : ''} and icon.`,
    `${folder}/README.md: what an administrator of ${vendorLabel} clicks. README.md: a row in the table of applications. CHANGELOG.md: a line.`,
  ]
  return `${steps.map((step, index) => `${String(index + 1).padStart(2)}. ${step}`).join('\n')}

Try it after each step:
    npm test -- test/vendors/${vendor} test/sandbox/${vendor}
    npx node test/scaffold/conform.ts ${application}
    npm run demo
docs/adding-an-application.md says more about each step.`
}

const SIGN_IN_ADVICE = {
  oauth: 'the addresses of sign-in and token, and the permissions (scopes) with their labels.',
  key: 'the form, and what a key looks like.',
  'key-upload': 'the form, the assertion and the address of the token.',
} as const
