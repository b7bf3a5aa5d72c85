import { z } from 'zod';
import {
  EmailField,
  LinkTokenField,
  OtpField,
  RoleField,
  ShownTenantName,
  changesOf,
  idField,
} from '../access/account-fields.ts';
import { instantField } from '../../ground/http/fields.ts';
import { pageOf } from '../../ground/http/paging.ts';

const MAX_ADDRESS_LENGTH = 500;
const MAX_CLIENT_LENGTH = 500;
const MAX_SCOPES = 20;
const MAX_ROLES = 100;
const MAX_VALUE_LENGTH = 200;
const MAX_DOMAINS = 50;
const MAX_QUERY_LENGTH = 8192;

const visible = /^[\x21-\x7e]+$/;
const ofClient = z.string().min(1).max(MAX_CLIENT_LENGTH);

const settings = {
  issuer: z
    .url()
    .max(MAX_ADDRESS_LENGTH)
    .meta({
      description: 'Issuer, as the metadata of the provider have it',
      examples: ['https://login.example.com'],
    }),
  client_id: ofClient
    .regex(/^[\x20-\x7e]+$/, 'Send printable characters of ASCII.')
    .meta({ description: 'Id of Lonja as a client of the provider', examples: ['lonja'] }),
  scopes: z
    .array(z.string().max(MAX_VALUE_LENGTH).regex(visible, 'Send scopes without blanks.'))
    .max(MAX_SCOPES)
    .refine((scopes) => scopes.includes('openid'), 'The scope openid must be among them.')
    .meta({
      description: 'Scopes to ask for; `openid` must be among them',
      examples: [['openid', 'email', 'profile']],
    }),
  role_claim: z
    .string()
    .min(1)
    .max(MAX_VALUE_LENGTH)
    .nullable()
    .meta({
      description:
        'Claim that roles are read from at each sign-in, by its name or by a path with dots; null: roles are set here alone',
      examples: ['groups'],
    }),
  roles: z
    .record(z.string().min(1).max(MAX_VALUE_LENGTH), RoleField)
    .refine((roles) => Object.keys(roles).length <= MAX_ROLES, `Send at most ${MAX_ROLES} values.`)
    .meta({
      description: 'Role by value of the claim; of several values the highest role counts',
      examples: [{ 'power-desk': 'trader', 'power-admins': 'admin' }],
    }),
  default_role: RoleField.nullable().meta({
    description:
      'Role where no value of the claim is mapped, and of new users without a claim; null: whom no value is mapped for is refused, and new users without a claim are viewers',
    examples: [null],
  }),
  creates_users: z.boolean().meta({
    description:
      'Whether unknown people with an address of a confirmed domain become users when they sign in',
    examples: [false],
  }),
  required: z.boolean().meta({
    description:
      'Whether members must sign in by the provider; the passwords of admins with a second factor count on',
    examples: [false],
  }),
};

export const ProviderChange = z.strictObject(
  {
    ...settings,
    client_secret: ofClient.nullish().meta({
      description: 'Secret of the client; absent: as it is; null: the client has none',
      examples: ['s3cret'],
    }),
    scopes: settings.scopes.default(['openid', 'email', 'profile']),
    role_claim: settings.role_claim.default(null),
    roles: settings.roles.default({}),
    default_role: settings.default_role.default(null),
    creates_users: settings.creates_users.default(false),
    required: settings.required.default(false),
  },
  'Send the provider as JSON.',
);

const Domains = z.array(z.string()).meta({
  description: "Domains of e-mail addresses that the operator has confirmed as the tenant's",
  examples: [['example.com']],
});

export const IdentityProvider = z
  .object({
    id: idField('Identifier of the provider'),
    ...settings,
    issuer: z.string().meta({ description: 'Issuer', examples: ['https://login.example.com'] }),
    client_id: z.string().meta({ description: 'Id of the client', examples: ['lonja'] }),
    scopes: z.array(z.string()).meta({ description: 'Scopes that are asked for', examples: [['openid']] }),
    has_client_secret: z
      .boolean()
      .meta({ description: 'Whether a secret is kept; it is never shown', examples: [true] }),
    domains: Domains,
    sign_in_url: z.string().meta({
      description: 'Page that begins a sign-in, for the organisation to give to its people',
      examples: ['https://lonja.example.com/sign-in/4f1c09a2b7d83e65'],
    }),
    redirect_uri: z.string().meta({
      description: 'Address to register at the provider',
      examples: ['https://lonja.example.com/sign-in/return'],
    }),
    proven_at: instantField('When somebody first signed in by it as it is').nullable(),
    created_at: instantField('When it was first set'),
    updated_at: instantField('When it was last changed'),
  })
  .meta({ id: 'IdentityProvider' });

export const ProviderTest = z
  .object({
    faults: z
      .array(
        z.object({
          field: z.string().meta({ description: 'Field of the settings', examples: ['issuer'] }),
          detail: z.string().meta({ description: 'What is wrong', examples: ['It did not answer in time.'] }),
        }),
      )
      .meta({ description: 'What keeps people from signing in; empty: nothing that can be seen' }),
    signing_keys: z
      .int()
      .meta({ description: 'Keys that the provider publishes for signatures', examples: [2] }),
    client_accepted: z
      .boolean()
      .nullable()
      .meta({
        description: 'Whether the provider takes client id and secret; null: it does not say',
        examples: [true],
      }),
  })
  .meta({ id: 'ProviderTest' });

export const SignInStart = z
  .strictObject(
    {
      name: z
        .string()
        .regex(/^[\da-f]{16}$/, 'Send the name as the address of your organisation has it.')
        .meta({ description: 'Name in the sign-in address of the organisation' }),
      email: EmailField,
      invitation: LinkTokenField,
    },
    'Send name, email or invitation as JSON.',
  )
  .partial()
  .refine((search) => Object.keys(search).length === 1, 'Send one of name, email and invitation.');

export const SignInStarted = z
  .object({
    authorization_url: z.string().meta({
      description: 'Page of the provider to open in the same browser within ten minutes',
      examples: ['https://login.example.com/auth?client_id=lonja'],
    }),
  })
  .meta({ id: 'SignInStarted' });

export const SignInAnswer = z.strictObject(
  {
    query: z
      .string()
      .max(MAX_QUERY_LENGTH)
      .meta({
        description: 'Query of the address that the provider sent the browser back to, as it came',
        examples: ['code=...&state=...'],
      }),
  },
  'Send query as JSON.',
);

export const SignInCode = z.strictObject({ otp: OtpField }, 'Send otp as JSON.');

export const CodeNeeded = z
  .object({
    second_factor_needed: z.literal(true).meta({
      description: 'The tenant demands a second factor of its own: send its code to /auth/openid/code',
    }),
  })
  .meta({ id: 'CodeNeeded' });

export const ProviderTerms = changesOf({
  domains: z
    .array(
      z
        .string()
        .max(253)
        .toLowerCase()
        .regex(/^([\da-z]([\da-z-]*[\da-z])?\.)+[a-z][\da-z-]*[\da-z]$/, 'Send domains such as example.com.'),
    )
    .max(MAX_DOMAINS)
    .meta({
      description: 'Domains of e-mail addresses that belong to the tenant; each to one tenant alone',
      examples: [['example.com']],
    }),
  required: z.literal(false).meta({
    description: 'Lets the passwords of the members count again',
    examples: [false],
  }),
});

export const ProviderOfTenant = z
  .object({
    tenant_id: idField('Identifier of the tenant'),
    tenant_name: ShownTenantName,
    issuer: z.string().meta({ description: 'Issuer', examples: ['https://login.example.com'] }),
    domains: Domains,
    creates_users: settings.creates_users,
    required: settings.required,
    proven_at: instantField('When somebody first signed in by it as it is').nullable(),
    updated_at: instantField('When the tenant last changed it'),
  })
  .meta({ id: 'ProviderOfTenant' });

export const ProviderOfTenantPage = pageOf(ProviderOfTenant).meta({ id: 'ProviderOfTenantPage' });
