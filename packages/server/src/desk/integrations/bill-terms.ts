import type { z } from 'zod';
import { type BillTerms, parseDatedRates, PVPC_TERMS } from './bill-price.ts';
import type { TariffQuery } from './tariff-queries.ts';

/** What a question says of the contract, and of how many hours. */
export type AskedTerms = Omit<z.infer<typeof TariffQuery>, 'resolution'>;

/** Of a contract whose other parts are not said. */
const FREE_TERMS = {
  lossesPercent: 0,
  adjustment: { eurPerMwh: 0, byPrice: 0 },
  surchargeEurPerKwh: 0,
  accessEurPerKwh: undefined,
};

/** The terms of the bill, with what is usual for what was not said. The schema has all three of a kind or none, and rates that can be read. */
export function billTermsOf(terms: AskedTerms, futuresEurPerMwh: number | undefined): BillTerms {
  const { surcharge_p1: p1, surcharge_p2: p2, surcharge_p3: p3, adjustment_eur_mwh: adjustment } = terms;
  const usual = terms.tariff === 'pvpc' ? PVPC_TERMS : FREE_TERMS;
  const losses = terms.losses ?? usual.lossesPercent;
  return {
    surchargeEurPerKwh: Number(terms.surcharge ?? usual.surchargeEurPerKwh),
    zone: terms.tariff_zone ?? 'peninsula',
    accessEurPerKwh:
      p1 === undefined ? usual.accessEurPerKwh : { p1: Number(p1), p2: Number(p2), p3: Number(p3) },
    lossesPercent: {
      p1: Number(terms.losses_p1 ?? losses),
      p2: Number(terms.losses_p2 ?? losses),
      p3: Number(terms.losses_p3 ?? losses),
    },
    adjustment: adjustment === undefined ? usual.adjustment : { eurPerMwh: Number(adjustment), byPrice: 0 },
    futures:
      futuresEurPerMwh === undefined
        ? undefined
        : { percent: PVPC_TERMS.futuresPercent, eurPerMwh: futuresEurPerMwh },
    electricityTax: parseDatedRates(terms.electricity_tax) ?? [],
    tax: parseDatedRates(terms.tax) ?? [],
  };
}
