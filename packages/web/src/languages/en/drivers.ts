export const texts = {
  page: {
    title: 'Drivers and weather',
    subtitle:
      'What moves the price away from its usual level, hour by hour. The contributions add up to the forecast.',
    date: 'Delivery day',
    auction: 'Auction',
    contributions: 'Contributions to the forecast for {day}',
    contributionsNote:
      'Relative to the mean price of the same hour in the previous four weeks. Run of {issued}, {model}.',
    sum: 'Total',
    missing: 'No run covers this day. Choose a day from today on.',
    hour: 'Hour',
    hourTitle: 'Price breakdown at {hour}',
    part: 'Factor',
    value: 'EUR/MWh',
    size: 'Size',
    change: 'Since the previous run',
    baseline: 'Usual price of the hour',
    forecast: 'Forecast',
    calendar: 'Calendar and price level',
    recent_prices: 'Recent prices',
    zone_spread: 'Spread to Spain',
    load: 'Load',
    wind: 'Wind',
    solar: 'Solar',
    gas: 'Gas',
    hydro: 'Hydro',
    nuclear: 'Nuclear',
    hourlyOnly:
      'Contributions and weather are by hour: the model explains hours. The quarter hours of the chosen hour are below its breakdown.',
    quarters: 'Quarter hours of the hour',
    quarter: 'Quarter hour',
    quartersNote:
      'Quarter hours follow the price of the hour and the usual shape within it. They have no breakdown of their own.',
    noPrevious: 'No earlier run of this day has other prices or bounds.',
    curlDrivers: 'What moves the price of each hour',
    weather: 'Weather',
    weatherNote:
      'Averages for Spain: temperature weighted by load, wind and irradiance by installed capacity.',
    noWeather:
      'No weather data are stored for this day. They come from Open-Meteo, which requires internet access.',
    noWeatherHint:
      'Without them, the forecast relies on the load, wind and solar forecasts. Choose another day or check the source.',
    credits:
      'Data of load, wind, sun and weather: Red Eléctrica, ENTSO-E, Energy-Charts (Fraunhofer ISE, CC BY 4.0) and Open-Meteo (CC BY 4.0), as far as they are followed.',
    openSources: 'Open the sources',
    openData: 'Data status',
    temperature: 'Temperature',
    windSpeed: 'Wind speed at 100 m',
    irradiance: 'Irradiance',
    known: 'Used by the run',
    before: 'Used by the previous run',
    observed: 'Observed',
  },
} as const;
