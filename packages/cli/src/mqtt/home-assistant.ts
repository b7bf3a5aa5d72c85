/** How Home Assistant finds its sensors, by the topic of each; it reads these from its own prefix. */
export function homeAssistantTopics({
  prefix,
  discovery,
  server,
  version,
  cheapestHours,
}: {
  prefix: string;
  discovery: string;
  server: string;
  version: string;
  cheapestHours: number;
}): [topic: string, config: object][] {
  const node = prefix.replaceAll(/[^\w-]/g, '_');
  const common = {
    availability_topic: `${prefix}/availability`,
    qos: 1,
    origin: { name: 'lonja', sw_version: version },
    device: { identifiers: [node], name: 'Lonja', sw_version: version, configuration_url: server },
  };
  const sensors = {
    price: {
      name: 'Electricity price',
      state_topic: `${prefix}/price`,
      value_template: '{{ value_json.price }}',
      json_attributes_topic: `${prefix}/prices`,
      unit_of_measurement: 'EUR/kWh',
      state_class: 'measurement',
      suggested_display_precision: 3,
    },
    cheapest: {
      name: `Cheapest ${cheapestHours} h from`,
      state_topic: `${prefix}/cheapest`,
      value_template: '{{ value_json.start }}',
      json_attributes_topic: `${prefix}/cheapest`,
      device_class: 'timestamp',
    },
    tomorrow: {
      name: "Tomorrow's mean price",
      state_topic: `${prefix}/tomorrow`,
      value_template: '{{ value_json.mean }}',
      json_attributes_topic: `${prefix}/tomorrow`,
      unit_of_measurement: 'EUR/kWh',
      suggested_display_precision: 3,
    },
  };
  const service = {
    name: 'Service',
    state_topic: `${prefix}/status`,
    value_template: '{{ value_json.service }}',
    payload_on: 'reachable',
    payload_off: 'away',
    device_class: 'connectivity',
    entity_category: 'diagnostic',
  };
  const configOf = (kind: string, id: string, config: object): [string, object] => [
    `${discovery}/${kind}/${node}/${id}/config`,
    { ...config, ...common, unique_id: `${node}_${id}`, object_id: `${node}_${id}` },
  ];
  return [
    ...Object.entries(sensors).map(([id, sensor]) => configOf('sensor', id, sensor)),
    configOf('binary_sensor', 'service', service),
  ];
}
