import { connectMethodsOf } from '../../../src/contract/index.ts'
import { type AvailableApplication, listApplications } from '../../connections/application-catalog.ts'
import { listProviders } from '../../storage/connections/providers.ts'
import { builder, caseInsensitiveEnum } from '../builder.ts'

/** How an account is connected: by signing in at the vendor, or with a key of an administrator. */
export const ConnectMethod = caseInsensitiveEnum('ConnectMethod', ['oauth', 'key'])

const Sobjects = builder.objectRef<AvailableApplication['application']['sobjects']>('Sobjects').implement({
  description: 'The kinds of data that an application imports.',
  fields: (t) => {
    const supports = (name: keyof AvailableApplication['application']['sobjects']) =>
      t.boolean({ nullable: false, resolve: (sobjects) => sobjects[name] ?? false })
    return {
      calendar: supports('calendar'),
      transcription: supports('transcription'),
      message: supports('message'),
      email: supports('email'),
      table: supports('table'),
      function: supports('function'),
    }
  },
})

const Application = builder.objectRef<AvailableApplication>('Application').implement({
  description: 'An application that can be connected.',
  fields: (t) => ({
    provider: t.string({ nullable: false, resolve: ({ provider }) => provider }),
    name: t.string({ nullable: false, resolve: ({ application }) => application.name }),
    label: t.string({ nullable: false, resolve: ({ application }) => application.label }),
    description: t.string({ resolve: ({ application }) => application.description }),
    iconUrl: t.string({ resolve: ({ application }) => application.iconUrl }),
    authentication: t.boolean({ nullable: false, resolve: ({ application }) => application.authentication }),
    connectMethods: t.field({
      type: [ConnectMethod],
      nullable: { list: false, items: false },
      description: 'The ways to connect an account, the default one first.',
      resolve: ({ application }) => [...connectMethodsOf(application)],
    }),
    sobjects: t.field({ type: Sobjects, nullable: false, resolve: ({ application }) => application.sobjects }),
    reachable: t.exposeBoolean('reachable', { nullable: false, description: 'True if its provider is reachable.' }),
  }),
})

builder.queryField('applications', (t) =>
  t.field({
    type: [Application],
    nullable: { list: false, items: false },
    resolve: async (_root, _args, { db }) => listApplications(await listProviders(db)),
  }),
)
