/** The series that the energy of each technology is part of, by the operator's name of it. */
export const ENERGY_KEYS = new Map([
  ['Eólica', 'wind.energy'],
  ['Solar fotovoltaica', 'solar.energy'],
  ['Solar térmica', 'solar.energy'],
  ['Hidráulica', 'hydro.energy'],
  ['Turbinación bombeo', 'hydro.energy'],
  ['Nuclear', 'nuclear.energy'],
  ['Ciclo combinado', 'thermal.energy'],
  ['Carbón', 'thermal.energy'],
  ['Motores diésel', 'thermal.energy'],
  ['Turbina de gas', 'thermal.energy'],
  ['Turbina de vapor', 'thermal.energy'],
  ['Fuel + Gas', 'thermal.energy'],
]);
