import { z } from 'zod';
import { shownField } from '../../people/access/account-fields.ts';

const MOST_LETTERS = 80;

export const PlacesQuery = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(MOST_LETTERS)
    .meta({
      description:
        'Name or its beginning, in any language that the place has, with or without accents; after a comma the province or district may follow',
      examples: ['zaragoza'],
    }),
});

export const PlaceList = z
  .object({
    items: z.array(
      z.object({
        name: shownField('Name of the municipality', 'Zaragoza'),
        region: shownField('Province; of Portugal the district', 'Zaragoza'),
        country: z.enum(['es', 'pt']).meta({ description: 'Country', examples: ['es'] }),
        latitude: z.number().meta({ description: 'Degrees north', examples: [41.681] }),
        longitude: z.number().meta({ description: 'Degrees east', examples: [-0.926] }),
      }),
    ),
  })
  .meta({ id: 'PlaceList' });
