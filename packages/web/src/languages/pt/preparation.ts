import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'preparation'> = {
  steps: {
    first: 'O serviço está a calcular a sua primeira previsão.',
    firstIn: 'Pronta dentro de {span}.',
    rest: 'A primeira previsão está pronta. O resto é preparado em segundo plano:',
    database: 'Base de dados pronta',
    data: 'Carregar os dados do mercado',
    calibration: 'Prever dias passados, de que resulta o intervalo 10–90%',
    forecast: 'Prever o mercado diário',
    auctions: 'Prever os leilões intradiários',
    issued_past: 'Emitir as previsões do último mês do mercado simulado',
    backtest: 'Prever dias passados a posteriori, para os primeiros valores de precisão',
    count: '{done} de {total}',
    done: 'feito',
    running: 'em curso',
    waiting: 'pendente',
  },
};
