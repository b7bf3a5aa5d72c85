import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'offers'> = {
  page: {
    title: 'Folha de ofertas',
    subtitle: '{day}, entrega na hora de Madrid',
    date: 'Dia de entrega',
    dayBefore: 'Dia anterior',
    dayAfter: 'Dia seguinte',
    auctions: 'Leilões',
    copySheet: 'Copiar para uma folha de cálculo',
    csv: 'Guardar como CSV',
    period: 'Período',
    p10: 'p10',
    p50: 'p50',
    p90: 'p90',
    belowZero: 'P(< 0)',
    cleared: 'Apurado',
    note: 'Preços em EUR/MWh. p10, p50, p90: o preço não os excede com uma probabilidade de 10, 50 e 90%. P(< 0): probabilidade de um preço inferior a zero; 0,00 não conta.',
    clearedNote:
      'Dos leilões já apurados, a previsão é a da última execução anterior; se não houve, a mais recente.',
    open: 'Execução de {issued}. Fecha em {gate}.',
    closed: 'Execução de {issued}. Fechou em {gate}.',
    toCome: 'Ainda sem previsão. A primeira execução é em {at}.',
    late: 'Ainda sem previsão. Falta a execução prevista para {at}.',
    none: 'Não houve nenhuma execução para este dia.',
    empty: 'Nenhum leilão deste dia tem ainda previsão ou preço.',
  },
};
