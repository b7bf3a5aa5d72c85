import { z } from 'zod';
import { instantField } from '../../ground/http/fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';
import { given } from '../../ground/http/wire.ts';
import { changesOf, idField, shownField } from '../../people/access/account-fields.ts';
import { KindField, siteFields } from './site-fields.ts';
import type { SiteFields } from './site-store.ts';

const { name, kind, capacity_mw, ...others } = siteFields;

export const NewSite = z
  .strictObject({ name, kind, capacity_mw, ...z.object(others).partial().shape })
  .meta({ id: 'NewSite' });
export type NewSite = z.infer<typeof NewSite>;

export const SiteChange = changesOf(siteFields).meta({ id: 'SiteChange' });
export type SiteChange = z.infer<typeof SiteChange>;

export const SiteRecord = z
  .object({
    id: idField('Identifier of the site'),
    ...siteFields,
    name: shownField('Name for people', 'Cáceres 1'),
    created_at: instantField('When it was created'),
    updated_at: instantField('When it was last changed'),
  })
  .meta({ id: 'Site' });

export type SiteRecord = z.infer<typeof SiteRecord>;

export const SitePage = pageOf(SiteRecord).meta({ id: 'SitePage' });

export const SitesQuery = z.strictObject({
  kind: KindField.optional().meta({ description: 'Only sites of this kind' }),
  ...pageParameters,
});

/** A new site with null for what its owner leaves out. */
export function toSiteFields(body: NewSite): SiteFields {
  return { ...nothingOf(others), ...given(body) };
}

/** The cast is right: each name of `fields` gets null. */
function nothingOf<T extends object>(fields: T): Record<keyof T, null> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null])) as Record<keyof T, null>;
}
