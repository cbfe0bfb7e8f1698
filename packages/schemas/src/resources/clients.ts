import { z } from 'zod'
import { crud } from '../crud/crud.ts'
import { about, choice, email, externalId, formatted, freeText, state } from '../fields/fields.ts'
import { httpUrl } from '../fields/primitives.ts'

export const clients = crud({
  path: 'clients',
  noun: 'client',
  name: 'Client',
  about: 'The people and companies that the firm works for.',
  created: 'A new client is added',
  read: 'clients:read',
  write: 'clients:write',
  found: {
    kind: 'client',
    title: ['company_name', 'contact_person', 'email'],
    subtitle: ['contact_person', 'email', 'external_id'],
  },
  filters: ['status', 'email'],
  sortedBy: ['name', 'status'],
  isReferenced: true,
  fields: {
    company_name: about(freeText(255), {
      description: 'Name of the company. Leave it out for a person.',
      example: 'Hale Bakeries Ltd',
    }),
    contact_person: about(freeText(255), {
      description: 'Name of the person, or of the contact person at the company.',
      example: 'Margaret Hale',
    }),
    email: about(email, {
      description: 'Email address. Stored as you send it; filters and searches ignore case.',
      example: 'margaret@halebakeries.example',
    }),
    phone: about(freeText(64), { description: 'Phone number, in any notation.', example: '+1 555 0142' }),
    address: about(freeText(65_536), {
      description: 'Postal address, on one line or more.',
      example: '12 Mill Lane, Springfield, IL 62701',
    }),
    client_type: about(
      choice(['individual', 'business'], {
        name: 'ClientType',
        description: 'Type of client: a person (`individual`) or a company (`business`).',
      }),
      { example: 'business' },
    ),
    status: state(['active', 'inactive', 'prospect'], 'active', {
      name: 'ClientStatus',
      description:
        'Status of the client: `active`, `inactive` (former) or `prospect` (not a client yet). You can set any status at any time.',
    }),
    notes: about(freeText(65_536), {
      description: 'Internal notes, for the members of the firm.',
      example: 'Prefers to be called in the morning.',
    }),
    bio: about(freeText(65_536), {
      description: 'Short description of the client.',
      example: 'A family bakery with nine shops.',
    }),
    website: about(formatted(httpUrl(2048), z.string().meta({ format: 'uri' })), {
      description: 'URL of the website, `http` or `https`.',
      example: 'https://halebakeries.example',
    }),
    location: about(freeText(255), {
      description: 'Place of the client, as short free text, such as the city.',
      example: 'Springfield, IL',
    }),
    external_id: externalId,
  },
  rules: { someOf: ['company_name', 'contact_person', 'email'] },
})
