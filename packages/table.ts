/** A package that is published from this repository. */
export interface PublishedPackage {
  name: string
  /** Folder of its README in packages/, and of the built package in packages/dist/. */
  folder: string
  description: string
  keywords: readonly string[]
  /** What users may import, by subpath: a source of this repository. */
  entries: Readonly<Record<string, string>>
  /** Its programs, by name: a source that begins with `#!/usr/bin/env node`. */
  programs: Readonly<Record<string, string>>
  /** Files and folders of this repository that are copied as they are, besides the LICENSE. */
  files: readonly string[]
  /**
   * A folder that some users do not need: what only its files import is installed by default, but may be left out
   * (`npm install --omit=optional`).
   */
  optionalFolder?: string
  /** Packages that only some users need: they install them themselves. */
  optionalPeers: readonly string[]
  /** Modules that do something when they are imported. */
  sideEffects: readonly string[]
  /** The oldest Node that it runs on; absent if it also runs in browsers. */
  node?: string
}

/** THE TABLE of the packages. Dependencies are not listed: they are what the emitted files import. */
export const PACKAGES: readonly PublishedPackage[] = [
  {
    name: 'provider-hub',
    folder: 'provider-hub',
    description:
      'Connects accounts of any vendor to the platform: a provider server as a library, with a kit, and a hub for Google, Microsoft and Salesforce.',
    keywords: ['provider', 'integration', 'oauth', 'sync', 'connector', 'google', 'microsoft', 'salesforce'],
    entries: {
      '.': 'src/index.ts',
      './contract': 'src/contract/index.ts',
      './kit': 'src/kit/index.ts',
      './kit/documents': 'src/kit/documents/index.ts',
      './kit/key-connections': 'src/kit/key-connections/index.ts',
      './kit/mail': 'src/kit/mail/index.ts',
      './kit/oauth': 'src/kit/oauth/index.ts',
      './kit/text': 'src/kit/text.ts',
      './kit/transcripts': 'src/kit/transcripts/index.ts',
      './testing': 'src/testing/index.ts',
      './testing/recordings': 'src/testing/recordings.ts',
      './vendors': 'vendors/index.ts',
    },
    programs: { 'provider-hub': 'src/main.ts' },
    files: ['definition.json', 'public'],
    optionalFolder: 'vendors',
    optionalPeers: ['nock'],
    sideEffects: ['src/main.ts', 'src/runtime/no-debug-output.ts'],
    node: '>=24',
  },
  {
    name: '@provider-hub/client',
    folder: 'client',
    description: 'Typed client of the GraphQL API of Provider Hub, for browsers and Node.',
    keywords: ['provider-hub', 'graphql', 'client', 'typescript', 'subscriptions'],
    entries: { '.': 'platform/client/index.ts' },
    programs: {},
    files: [],
    optionalPeers: [],
    sideEffects: [],
  },
  {
    name: '@provider-hub/conformance',
    folder: 'conformance',
    description: 'Checks any provider server, in any language, against the provider interface.',
    keywords: ['provider-hub', 'provider', 'conformance', 'contract-testing', 'api-testing'],
    entries: { '.': 'conformance/index.ts' },
    programs: { 'provider-conformance': 'conformance/main.ts' },
    files: [],
    optionalPeers: [],
    sideEffects: ['conformance/main.ts'],
    node: '>=24',
  },
]
