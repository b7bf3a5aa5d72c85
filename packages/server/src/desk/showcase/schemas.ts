import { z } from 'zod';
import { PriceChartSeries } from '../dashboard/dashboard-charts-schemas.ts';
import {
  BacktestedAccuracy,
  GateAccuracy,
  HeadlineAccuracy,
} from '../dashboard/dashboard-summary-schemas.ts';
import { Preparation } from '../../forecasts/preparation/schemas.ts';
import { SimulatedField, instantField } from '../../ground/http/fields.ts';

/** What the start page of the web application shows. It is no part of the API: `/api/v1` answers nobody without a credential. */
export const Showcase = z
  .object({
    start: instantField('Start of the first hour', '2026-03-29T22:00:00Z'),
    ...PriceChartSeries.pick({ price: true, value: true, p10: true, p90: true }).shape,
    issued_at: instantField('When the newest run was issued; null before the first').nullable(),
    accuracy: HeadlineAccuracy.nullable().meta({ description: 'Of the last 30 delivery days' }),
    backtested: BacktestedAccuracy,
    at_gate: GateAccuracy,
    preparation: Preparation.nullable(),
    simulated: SimulatedField,
  })
  .meta({ id: 'Showcase' });
export type Showcase = z.infer<typeof Showcase>;
