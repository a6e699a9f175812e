import { describe, expect, test } from '@jest/globals'
import { HUB_VARIABLES, PLATFORM_VARIABLES } from '../../docs/program-variables.ts'
import { readVariables } from '../../docs/write-configuration.ts'
import { type Config, readConfig as readPlatformConfig } from '../../platform/config.ts'
import { ROUTES } from '../../platform/overview.ts'
import { readConfig as readHubConfig } from '../../src/config.ts'
import { asVendor } from '../../src/kit/application.ts'
import * as vendors from '../../vendors/index.ts'
import { FILES, findUnknownFields, type Manifest, readManifests, validate } from './kubernetes/manifests.ts'

const KUSTOMIZATION = 'kustomization.yaml'
const [kustomization] = readManifests(KUSTOMIZATION) as unknown as [{ resources: string[]; images: { name: string }[] }]
const manifests = FILES.filter((file) => file !== KUSTOMIZATION).flatMap(readManifests)
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const named = (kind: string, name: string): Manifest => {
  const found = ofKind(kind).find(({ metadata }) => metadata.name === name)
  if (!found) throw new Error(`there is no ${kind} ${name}`)
  return found
}
const deployments = ofKind('Deployment')
const containerOf = ({ spec }: Manifest) => spec.template.spec.containers[0]

/** The variables that a container gets, with a value for each secret. */
function environmentOf(deployment: Manifest): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const { configMapRef, secretRef } of containerOf(deployment).envFrom) {
    if (configMapRef) Object.assign(environment, named('ConfigMap', configMapRef.name).data)
    for (const name of Object.keys((secretRef && named('Secret', secretRef.name).stringData) ?? {})) {
      environment[name] =
        name === 'DATABASE_URL' ? 'postgres://db.example/platform' : 'a-secret-of-more-than-32-characters'
    }
  }
  return environment
}

describe('ops/kubernetes', () => {
  test.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    '%s %s follows its schema',
    async (_kind, _name, manifest) => {
      await validate(manifest)
    },
  )

  test('has no field that Kubernetes does not know', () => {
    const misspelled = structuredClone(named('Deployment', 'worker'))
    containerOf(misspelled).readynessProbe = {}
    const index = manifests.length
    expect(findUnknownFields([...manifests, misspelled])).toEqual([
      expect.stringMatching(`^${index}: .*readynessProbe`),
    ])
  })

  test('the schema refuses a wrong value', async () => {
    const wrong = structuredClone(named('Deployment', 'worker'))
    wrong.spec.replicas = 'two'
    await expect(validate(wrong)).rejects.toThrow('replicas')
  })

  test('the kustomization has every file that is not an example', () => {
    const expected = FILES.filter((file) => file !== KUSTOMIZATION && !file.endsWith('.example.yaml'))
    expect([...kustomization.resources].sort()).toEqual(expected.sort())
    expect(kustomization.images.map(({ name }) => name)).toEqual([
      ...new Set(deployments.map((d) => containerOf(d).image)),
    ])
  })

  test('every variable is one that its program reads', () => {
    const platform = [...Object.keys(PLATFORM_VARIABLES), ...readVariables().keys()]
    for (const deployment of deployments) {
      const isHub = deployment.metadata.name === 'hub'
      const unknown = Object.keys(environmentOf(deployment)).filter(
        (name) => !(isHub ? Object.keys(HUB_VARIABLES) : platform).includes(name),
      )
      expect(unknown).toEqual([])
    }
  })

  test('the programs accept the configuration once the secrets are filled in, and refuse the secrets of the example', () => {
    const list = Object.values(vendors).map(asVendor)
    expect(readHubConfig(environmentOf(named('Deployment', 'hub')), list).port).toBe(8080)
    const read = (name: string): Config => {
      const role = containerOf(named('Deployment', name)).args[0]
      return readPlatformConfig({ ...environmentOf(named('Deployment', name)), ROLE: role })
    }
    expect([read('api').role, read('worker').role]).toEqual(['api', 'worker'])
    const secrets = ofKind('Secret').flatMap(({ stringData }) => Object.values(stringData ?? {}))
    expect(new Set(secrets)).toEqual(new Set(['']))
  })

  test.each(deployments.map((deployment) => [deployment.metadata.name, deployment] as const))(
    '%s runs as the restricted standard of pod security demands',
    (_name, { spec }) => {
      const pod = spec.template.spec
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        // A service named "platform" would otherwise set PLATFORM_… variables.
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
      })
      expect(pod.containers).toHaveLength(1)
      expect(pod.containers[0]).toMatchObject({
        resources: { requests: { cpu: expect.any(String), memory: expect.any(String) } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      })
      // Programs exit by themselves after 25 seconds (src/runtime/process.ts).
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(25)
    },
  )

  test('probes call routes that every role serves to anyone', () => {
    for (const deployment of deployments) {
      const { livenessProbe, startupProbe, readinessProbe } = containerOf(deployment)
      expect([livenessProbe, startupProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
        '/api/v1/hello',
        '/api/v1/hello',
        '/api/v1/ready',
      ])
    }
    for (const path of ['/api/v1/hello', '/api/v1/ready']) {
      expect(ROUTES.find((route) => route.path === path)).toMatchObject({
        access: 'open',
        roles: ['all', 'api', 'worker'],
      })
    }
  })

  test('services, budgets, autoscalers and policies mean deployments, and addresses mean services', () => {
    const names = deployments.map(({ metadata }) => metadata.name)
    for (const deployment of deployments) {
      const { metadata, spec } = deployment
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
      expect(containerOf(deployment).ports).toEqual([
        { name: 'http', containerPort: Number(environmentOf(deployment).PORT) },
      ])
      expect(named('PodDisruptionBudget', metadata.name).spec.selector.matchLabels).toEqual(spec.selector.matchLabels)
      expect(named('NetworkPolicy', metadata.name).spec.podSelector.matchLabels).toEqual(spec.selector.matchLabels)
    }
    for (const { metadata, spec } of ofKind('HorizontalPodAutoscaler')) {
      expect(spec.scaleTargetRef.name).toBe(metadata.name)
      // Otherwise each time the manifest is applied undoes what the autoscaler has decided.
      expect(named('Deployment', metadata.name).spec.replicas).toBeUndefined()
    }
    for (const { metadata, spec } of ofKind('Service')) {
      expect(names).toContain(metadata.name)
      expect(spec.selector['app.kubernetes.io/name']).toBe(metadata.name)
    }
    const addresses = [
      named('ConfigMap', 'hub').data?.PLATFORM_ENVIRONMENT_URL,
      named('ConfigMap', 'platform').data?.HUB_URL,
    ].map((address) => new URL(String(address)))
    for (const { hostname, port } of addresses) expect(String(named('Service', hostname).spec.ports[0].port)).toBe(port)
    for (const { spec } of ofKind('Ingress')) {
      for (const { http } of spec.rules) for (const { backend } of http.paths) named('Service', backend.service.name)
    }
  })

  test('the network lets hub and platform call each other, and everybody resolve names', () => {
    const allows = (from: string, to: string) => {
      const isPod = ({ podSelector }: { podSelector?: { matchLabels?: Record<string, string> } }, name: string) =>
        podSelector?.matchLabels?.['app.kubernetes.io/name'] === name
      const { egress } = named('NetworkPolicy', from).spec
      const { ingress } = named('NetworkPolicy', to).spec
      const isSent = egress.some(({ to: peers = [] }) => peers.some((peer: object) => isPod(peer, to)))
      return isSent && ingress.some(({ from: peers = [] }) => peers.some((peer: object) => isPod(peer, from)))
    }
    expect([allows('api', 'hub'), allows('worker', 'hub'), allows('hub', 'api')]).toEqual([true, true, true])
    expect(allows('hub', 'worker')).toBe(false)
    for (const { spec } of ofKind('NetworkPolicy').filter(({ metadata }) => metadata.name !== 'nothing-else')) {
      expect(JSON.stringify(spec.egress)).toContain('"port":53')
    }
  })
})
