import { z } from 'zod'
import { crud } from '../crud/crud.ts'
import { customFieldValues } from '../fields/custom-field.ts'
import { about, choice, email, externalId, formatted, freeLine, freeText, state } from '../fields/fields.ts'
import { Country, ElectronicAddress, VatId } from '../fields/invoice-address.ts'
import { metadata } from '../fields/metadata.ts'
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
  filters: ['status', 'email', 'metadata', 'custom_fields'],
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
    street: about(freeLine(255), {
      description: 'Street and house number of the billing address, on new invoices and e-invoices.',
      example: '12 Mill Lane',
    }),
    postal_code: about(freeLine(255), { description: 'Postal code of the billing address.', example: '62701' }),
    city: about(freeLine(255), { description: 'City of the billing address.', example: 'Springfield' }),
    region: about(freeLine(255), { description: 'State or region of the billing address.', example: 'IL' }),
    country: about(formatted(Country, z.string()), {
      description: 'Country of the billing address, two letters (ISO 3166). E-invoices need it.',
      example: 'US',
    }),
    vat_id: about(formatted(VatId, z.string()), {
      description: 'VAT ID of the client. Dots, hyphens and spaces are removed where the country writes none.',
      example: 'DE123456788',
    }),
    buyer_reference: about(freeLine(255), {
      description:
        'Reference that the client wants on invoices. For German authorities, the Leitweg-ID. XRechnung needs it.',
      example: '04011000-12345-34',
    }),
    electronic_address: about(formatted(ElectronicAddress, z.string()), {
      description:
        'Address that receives e-invoices: the four digits of its scheme (EAS code list), a colon and the address, or an email address. If null, e-invoices contain `email`.',
      example: '9930:DE123456788',
    }),
    metadata,
    custom_fields: customFieldValues('clients'),
  },
  rules: { someOf: ['company_name', 'contact_person', 'email'] },
})
