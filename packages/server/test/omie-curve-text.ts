import { deliveryPeriods } from '@lonja/forecasting/market';

/** A step of a curve: side, MW, price in EUR/MWh, and whether it is offered or what cleared. */
export type CurveStep = ['V' | 'C', number, number, 'O' | 'C'];

const QUARTERLY =
  'Periodo;Fecha;Pais;Unidad;Tipo Oferta;Potencia Compra/Venta;Precio Compra/Venta;Ofertada (O)/Casada (C);Tipología de Oferta;';
const HOURLY =
  'Hora;Fecha;Pais;Unidad;Tipo Oferta;Energía Compra/Venta;Precio Compra/Venta;Ofertada (O)/Casada (C);';

/** Text of a file of OMIE's aggregate curves (`curva_pbc`), with the steps that are given for each period and country. */
export function omieCurveText(
  day: string,
  steps: (period: number, country: string) => readonly CurveStep[],
  options: {
    resolution?: 'PT15M' | 'PT1H';
    issued?: string;
    countriesOf?: (period: number) => string[];
    lineEnd?: string;
  } = {},
): string {
  const {
    resolution = 'PT15M',
    issued = '01/01/2030 - 09:15',
    countriesOf = () => ['MI'],
    lineEnd = '\r\n',
  } = options;
  const date = `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
  const isQuarterly = resolution === 'PT15M';
  const rows = deliveryPeriods(day, resolution).flatMap(({ index }) => {
    const period = isQuarterly ? `H${Math.floor(index / 4) + 1}Q${(index % 4) + 1}` : String(index + 1);
    return countriesOf(index).flatMap((country) =>
      steps(index, country).map(([side, mw, price, state]) =>
        [
          period,
          date,
          country,
          '',
          side,
          numberText(mw),
          numberText(price),
          state,
          ...(isQuarterly ? ['S'] : []),
          '',
        ].join(';'),
      ),
    );
  });
  const title = `OMIE - Mercado de electricidad;Fecha Emisión :${issued};;${date};Curvas agregadas de oferta y demanda;;;;`;
  return [title, '', isQuarterly ? QUARTERLY : HOURLY, ...rows, ';;;;;;;;;', ''].join(lineEnd);
}

const NUMBERS = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

function numberText(value: number): string {
  return NUMBERS.format(value);
}
