import { apiKeyAuth, createJsonApi, createProvider, statusErrors } from 'provider-hub'
import type { Email, ProviderDefinition, SyncEmailRequest } from 'provider-hub/contract'
import { type Call, normalizeAddresses, omitUndefined, readPage, toPeople } from 'provider-hub/kit'

/** What the platform shows people, and which syncs it runs. */
export const definition: ProviderDefinition = {
  name: 'acme-provider',
  label: 'Acme',
  description: 'Mail of Acme.',
  iconUrl: 'https://acme.example/icon.svg',
  applications: [
    {
      name: 'acme-mail',
      label: 'Acme Mail',
      description: 'Syncs mail.',
      authentication: true,
      connectMethods: ['key'],
      sobjects: { email: true },
      linkSubscriptions: [],
      externalIds: [],
    },
  ],
}

const api = createJsonApi({ vendor: 'Acme', origin: () => process.env.ACME_ORIGIN ?? 'https://api.acme.example' })

/** People connect their account with an API key, which is tried at Acme. */
const auth = apiKeyAuth({
  vendor: 'Acme',
  form: {
    title: 'Connect Acme',
    introduction: ['Create a key in Acme under Settings › API keys.'],
    fields: [{ kind: 'text', name: 'key', label: 'API key', secret: true }],
  },
  validate: async ({ key: accessToken = '' }, call) => {
    const account = { accessToken, email: 'not known yet' }
    const { address, name } = await api.get<{ address: string; name: string }>('/me', account, call)
    return { accessToken, email: address, profile: { name } }
  },
  revalidate: async (credential, call) => void (await api.get('/me', credential, call)),
})

/** Returns one page of the messages in the window. */
async function emails(request: SyncEmailRequest, call: Call) {
  const { dateStart = 0, dateEnd = '', includeEmails } = request.filter
  const wanted = includeEmails && normalizeAddresses(includeEmails)
  return readPage(request, call, async (limit, from: number | undefined) => {
    const path = `/messages?since=${dateStart}&until=${dateEnd}&limit=${limit}&from=${from ?? 0}`
    const { messages, next } = await api.get<MessageList>(path, request.connectedProvider.credential, call)
    const items = messages.map((message) => toEmail(message, call))
    return { items: wanted ? items.filter((email) => involves(email, wanted)) : items, next }
  })
}

const involves = ({ from, to }: Email, addresses: string[]) =>
  [from, ...to].some((person) => person && addresses.includes(person.email))

type Message = { id: string; from: string; to: string[]; subject: string; text: string; receivedAt: string }
type MessageList = { messages: Message[]; next?: number }

const toEmail = ({ id, from, to, subject, text, receivedAt }: Message, { provider, application }: Call): Email => ({
  blockType: 'email',
  provider,
  application,
  externalId: id,
  uri: `https://acme.example/messages/${id}`,
  ...omitUndefined({ from: toPeople([from])[0] }),
  to: toPeople(to),
  cc: [],
  subject,
  bodyText: text,
  dateReceived: Date.parse(receivedAt),
})

const applications = [{ name: 'acme-mail', auth, sync: { emails } }]
export const acme = { name: 'acme', label: 'Acme', variables: {}, errors: statusErrors('Acme'), applications }

if (import.meta.main) await createProvider({ definition, vendors: [acme] }).run()
