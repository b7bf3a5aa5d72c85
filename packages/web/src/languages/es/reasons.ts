import { es } from '@lonja/client/reasons/es';
import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'reasons'> = {
  publications: {
    'price.da': 'el precio del mercado diario',
    'price.ida1': 'el precio de IDA1',
    'price.ida2': 'el precio de IDA2',
    'price.ida3': 'el precio de IDA3',
    'load.forecast': 'la previsión de demanda',
    'wind.forecast': 'la previsión eólica',
    'solar.forecast': 'la previsión solar',
    'wind-solar.forecast': 'la previsión eólica y solar',
    'weather.forecast': 'la previsión meteorológica',
    'weather.outlook': 'la perspectiva meteorológica',
    'weather.archive': 'el archivo meteorológico',
    'load.actual': 'la demanda medida',
    'generation.actual': 'la generación medida',
    'generation.energy': 'la energía generada',
    'netimport.actual': 'el saldo de intercambios medido',
    'netimport.energy': 'la energía neta importada',
    'dispatch.actual': 'el despacho',
  },
  failures: es,
};
