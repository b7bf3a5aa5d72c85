import { pt } from '@lonja/client/reasons/pt';
import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'reasons'> = {
  publications: {
    'price.da': 'o preço do mercado diário',
    'price.ida1': 'o preço da IDA1',
    'price.ida2': 'o preço da IDA2',
    'price.ida3': 'o preço da IDA3',
    'load.forecast': 'a previsão de consumo',
    'wind.forecast': 'a previsão eólica',
    'solar.forecast': 'a previsão solar',
    'wind-solar.forecast': 'a previsão eólica e solar',
    'weather.forecast': 'a previsão meteorológica',
    'weather.outlook': 'a perspetiva meteorológica',
    'weather.archive': 'o arquivo meteorológico',
    'load.actual': 'o consumo medido',
    'generation.actual': 'a produção medida',
    'generation.energy': 'a energia produzida',
    'netimport.actual': 'o saldo importador medido',
    'netimport.energy': 'a energia importada líquida',
    'dispatch.actual': 'o despacho',
  },
  failures: pt,
};
