import { readCertificate } from '../../src/kit/key-connections/certificate.ts'
import type { KeyForm } from '../../src/kit/key-connections/form.ts'
import { readPrivateKey } from '../../src/kit/key-connections/private-key.ts'
import { readClientId, readMailbox, readTenant } from './key-fields.ts'

/** The form for an app registration that needs these application permissions. */
export function microsoftKeyForm(roles: readonly string[], optionalRoles: readonly string[]): KeyForm {
  return {
    title: 'Connect Microsoft with a key',
    introduction: [
      'You need an app registration in the Entra admin center with a certificate. Under API permissions › Microsoft Graph › Application permissions, an administrator adds the permissions below and then chooses “Grant admin consent”.',
    ],
    accountField: 'mailbox',
    copies: [
      { label: 'Application permissions', text: roles.join(', ') },
      ...(optionalRoles.length > 0 ? [{ label: 'Recommended as well', text: optionalRoles.join(', ') }] : []),
    ],
    fields: [
      {
        kind: 'text',
        name: 'tenant',
        label: 'Directory (tenant) ID',
        hint: 'On the overview page of the app registration. A domain of the organization will do as well.',
        placeholder: 'acme.onmicrosoft.com',
        read: readTenant,
      },
      {
        kind: 'text',
        name: 'clientId',
        label: 'Application (client) ID',
        hint: 'On the same page.',
        read: readClientId,
      },
      {
        kind: 'long',
        name: 'certificate',
        label: 'Certificate',
        hint: 'The certificate (PEM) that was uploaded under Certificates & secrets › Certificates.',
        accept: '.pem,.crt,.cer,.txt',
        read: readCertificate,
      },
      {
        kind: 'long',
        name: 'privateKey',
        label: 'Private key',
        hint: 'The RSA key (PEM) that belongs to the certificate.',
        secret: true,
        accept: '.pem,.key,.txt',
        read: readPrivateKey,
      },
      {
        kind: 'text',
        name: 'mailbox',
        label: 'Address of the mailbox',
        hint: 'The mailbox of the person whose data is read.',
        placeholder: 'ada@acme.example',
        read: readMailbox,
      },
    ],
  }
}
