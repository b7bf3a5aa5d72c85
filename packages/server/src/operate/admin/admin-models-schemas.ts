import { ZONES } from '@lonja/forecasting/market';
import { z } from 'zod';
import { lineField } from '../../people/access/account-fields.ts';
import {
  dayField,
  instantField,
  priceField,
  MarketIdField,
  ProductField,
  nullableText,
} from '../../ground/http/fields.ts';
import { MarketId, ProductName } from '../../ground/http/parameters.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';

const MAX_VERSION_LENGTH = 40;

export const ModelsQuery = z.strictObject({
  ...pageParameters,
  market_id: MarketId.default(ZONES[0]),
  product: ProductName.optional().meta({ description: 'Versions of this product alone', examples: ['da'] }),
});

/** Text that is no version at all is a version that nobody has. */
export const ModelPath = z.strictObject({
  version: z
    .string()
    .max(MAX_VERSION_LENGTH)
    .meta({ description: 'Model version', examples: ['da-2026.11.2'] }),
});

export const ModelChangeBody = z.strictObject(
  { reason: lineField('Why, shown in the registry', 'Better on windy days').optional() },
  'Send reason as JSON, or an empty object.',
);

const Days = z.int().min(0).meta({ description: 'Delivery days' });

export const ModelRecord = z
  .object({
    model_version: z.string().meta({ description: 'Model version', examples: ['da-2026.11.2'] }),
    market_id: MarketIdField,
    product: ProductField,
    state: z.enum(['challenger', 'champion', 'retired']).meta({
      description:
        'champion: serves; challenger: forecasts the same runs unseen; retired: does neither any more',
      examples: ['champion'],
    }),
    reason: nullableText('Why it has its state', 'the first model'),
    by_hand: z.boolean().meta({ description: 'Whether a person set its state', examples: [false] }),
    created_at: instantField('When it was entered'),
    active_from: instantField('When it began to serve; null: never did').nullable(),
    active_to: instantField('When it ceased to serve; null: serves or never did').nullable(),
    recipe_hash: nullableText(
      'SHA-256 of its recipe; null for versions that release 0.1.0 made, which stored none',
      '3f1c9a4be0d27586a1f04c7d92e6b3580c1d7fa96e24b8035d9e7a61c8f2b40d',
    ),
    library: nullableText(
      'Version of the forecasting library that it computes with; null for versions that release 0.1.0 made',
      '0.1.0',
    ),
    recipe_tree: z
      .string()
      .nullable()
      .meta({
        description:
          'Its recipe for a reader: a tree of lines of at most 100 columns; null where no recipe is known',
        examples: [
          'LEAR: LASSO regressions of each hour, mean over the windows\n   training windows 56, 84, 364, 728 days',
        ],
      }),
    manifest: z.record(z.string(), z.unknown()).meta({
      description:
        'What it is made of: recipe, its hash, version of the library, settings, version of the program. It is fitted anew for every run, on the days before it',
      examples: [
        {
          recipe: { kind: 'lear', windows: [56, 84, 364, 728] },
          library: '0.1.0',
          historyDays: 742,
          codeVersion: '0.1.0',
        },
      ],
    }),
    training: z
      .object({
        from: dayField('First delivery day of its first fit', '2024-03-20'),
        to: dayField('Last one', '2026-03-31'),
        known_at: instantField('Snapshot of the data: what was known at this instant'),
      })
      .nullable()
      .meta({ description: 'What its first fit learnt from; null for versions of before this was kept' }),
    backtest: z
      .object({
        from: dayField('First delivery day', '2025-10-01'),
        to: dayField('Last one', '2026-03-31'),
        days: Days,
        mae: priceField('Mean absolute error of the first day ahead', 10.86),
        naive_mae: priceField('The same of the prices a week before', 21.4),
      })
      .nullable()
      .meta({
        description: 'How it did on past days, each forecast from what was known before; null: not known yet',
      }),
    comparison: z
      .object({
        days: Days,
        mae: priceField('Its mean absolute error', 10.1),
        champion_mae: priceField('That of the champion on the same hours', 10.8),
        p_better: z
          .number()
          .nullable()
          .meta({
            description:
              'p of a sequential test of the weekly errors, 4 decimals: below 0.05 it takes over. Null before the first whole week',
            examples: [0.0312],
          }),
      })
      .nullable()
      .meta({ description: 'A challenger beside the champion on the days that both ran; null: none yet' }),
  })
  .meta({ id: 'ModelVersion' });
export type ModelRecord = z.infer<typeof ModelRecord>;

export const ModelPage = pageOf(ModelRecord).meta({ id: 'ModelVersionPage' });
