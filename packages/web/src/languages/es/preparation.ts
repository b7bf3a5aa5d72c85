import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'preparation'> = {
  steps: {
    first: 'El servicio está calculando su primera previsión.',
    firstIn: 'Lista en {span}.',
    rest: 'La primera previsión está lista. El resto se prepara en segundo plano:',
    database: 'Base de datos lista',
    data: 'Cargar los datos del mercado',
    calibration: 'Prever días pasados, de los que sale la banda 10–90 %',
    forecast: 'Prever el mercado diario',
    auctions: 'Prever las subastas intradiarias',
    issued_past: 'Emitir las previsiones del último mes del mercado simulado',
    backtest: 'Prever días pasados de forma retrospectiva, para las primeras cifras de precisión',
    count: '{done} de {total}',
    done: 'hecho',
    running: 'en curso',
    waiting: 'pendiente',
  },
};
