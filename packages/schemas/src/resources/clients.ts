import { z } from 'zod'
import { crud } from '../crud/crud.ts'
import { about, choice, externalId, formatted, freeText, state } from '../fields/fields.ts'
import { emailAddress, httpUrl } from '../fields/primitives.ts'

export const clients = crud({
  path: 'clients',
  noun: 'client',
  name: 'Client',
  about: 'The people and companies that matters are handled for.',
  created: { event: 'client.created', when: 'A new client is added' },
  read: 'clients:read',
  write: 'clients:write',
  found: {
    kind: 'client',
    title: ['company_name', 'contact_person', 'email'],
    subtitle: ['contact_person', 'email', 'external_id'],
  },
  filters: ['status'],
  isReferenced: true,
  fields: {
    company_name: about(freeText(255), { example: 'Hale Bakeries Ltd' }),
    contact_person: about(freeText(255), { example: 'Margaret Hale' }),
    email: about(formatted(emailAddress, z.string().meta({ format: 'email' })), {
      example: 'margaret@halebakeries.example',
    }),
    phone: about(freeText(64), { example: '+1 555 0142' }),
    address: about(freeText(65_536), { example: '12 Mill Lane, Springfield, IL 62701' }),
    client_type: about(choice(['individual', 'business']), { example: 'business' }),
    status: state(['active', 'inactive', 'prospect'], 'active'),
    notes: about(freeText(65_536), { example: 'Prefers to be called in the morning.' }),
    bio: about(freeText(65_536), { example: 'A family bakery with nine shops.' }),
    website: about(formatted(httpUrl(2048), z.string().meta({ format: 'uri' })), {
      example: 'https://halebakeries.example',
    }),
    location: about(freeText(255), { example: 'Springfield, IL' }),
    external_id: externalId,
  },
  rules: { someOf: ['company_name', 'contact_person', 'email'] },
})
