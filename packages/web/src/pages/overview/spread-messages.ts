import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    title: 'Spread to an earlier auction',
    noteToCome: '{product} minus an auction before it.',
    cleared: '{product} minus {reference}, which has cleared.',
    forecast: '{product} minus {reference}, which is still a forecast (run of {issued}).',
    mixed:
      '{product} minus {reference}, which has cleared in part; the rest is a forecast (run of {issued}).',
    outlookOfForecast:
      'Outlook, not a forecast of {product}: the spreads of the last {days} days to {reference}, which is still a forecast (run of {issued}).',
    outlookOfPrices:
      'Outlook, not a forecast of {product}: the spreads of the last {days} days to {reference}, which has cleared.',
    assumed: 'How both prices go together is an assumption: there are too few past forecasts.',
    reference: 'Spread to',
    spread: 'Expected spread',
    actual: 'Cleared spread',
    band: '80% interval (10–90%)',
    chart: 'Spread of {product} to {reference}',
    probability: 'Probability that {product} is dearer',
    dearer: 'Probability of a higher price',
    even: 'Even odds',
    likely: 'With 80% or more: {up} of {all} periods dearer, {down} cheaper.',
    empty: 'There is no spread for this day: a forecast or the earlier auction is missing.',
  },
  es: {
    title: 'Diferencial con una subasta anterior',
    noteToCome: '{product} menos una subasta anterior.',
    cleared: '{product} menos {reference}, ya casado.',
    forecast: '{product} menos {reference}, que aún es una previsión (ejecución del {issued}).',
    mixed:
      '{product} menos {reference}, casado en parte; el resto es una previsión (ejecución del {issued}).',
    outlookOfForecast:
      'Anticipo, no es una previsión de {product}: los diferenciales de los últimos {days} días con {reference}, que aún es una previsión (ejecución del {issued}).',
    outlookOfPrices:
      'Anticipo, no es una previsión de {product}: los diferenciales de los últimos {days} días con {reference}, ya casado.',
    assumed: 'La relación entre ambos precios es un supuesto: hay demasiado pocas previsiones anteriores.',
    reference: 'Diferencial con',
    spread: 'Diferencial esperado',
    actual: 'Diferencial casado',
    band: 'Banda 80 % (10–90 %)',
    chart: 'Diferencial de {product} con {reference}',
    probability: 'Probabilidad de que {product} sea más caro',
    dearer: 'Probabilidad de un precio mayor',
    even: 'Igual de probable',
    likely: 'Con el 80 % o más: {up} de {all} periodos más caros, {down} más baratos.',
    empty: 'No hay diferencial de este día: falta una previsión o la subasta anterior.',
  },
});
