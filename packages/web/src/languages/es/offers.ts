import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'offers'> = {
  page: {
    title: 'Hoja de ofertas',
    subtitle: '{day}, entrega en hora de Madrid',
    date: 'Día de entrega',
    dayBefore: 'Día anterior',
    dayAfter: 'Día siguiente',
    auctions: 'Subastas',
    copySheet: 'Copiar a una hoja de cálculo',
    csv: 'Guardar como CSV',
    period: 'Periodo',
    p10: 'p10',
    p50: 'p50',
    p90: 'p90',
    belowZero: 'P(< 0)',
    cleared: 'Casado',
    note: 'Precios en EUR/MWh. p10, p50, p90: el precio no los supera con una probabilidad del 10, el 50 y el 90 %. P(< 0): probabilidad de un precio inferior a cero; 0,00 no cuenta.',
    clearedNote:
      'De las subastas ya casadas, la previsión es la de la última ejecución anterior; si no hubo, la más reciente.',
    open: 'Ejecución del {issued}. Cierra el {gate}.',
    closed: 'Ejecución del {issued}. Cerró el {gate}.',
    toCome: 'Aún sin previsión. La primera ejecución es el {at}.',
    late: 'Aún sin previsión. Falta la ejecución prevista para el {at}.',
    none: 'No hubo ninguna ejecución para este día.',
    empty: 'Ninguna subasta de este día tiene todavía previsión ni precio.',
  },
};
