import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'landing'> = {
  page: {
    title: 'Previsão do preço da eletricidade em Espanha, com a sua incerteza',
    lead: 'Previsões por hora e por quarto de hora do mercado diário e dos três leilões intradiários, com intervalos 10–90%.',
    leadRecord: 'Cada previsão é guardada e avaliada com os preços marginais, e os resultados são públicos.',
    register: 'Criar uma conta',
    docs: 'Documentação (em inglês)',
    picture: 'Previsão com o seu intervalo 10–90% e preço marginal, de ontem a amanhã',
    pictureOfPrices: 'Preços marginais, de ontem a amanhã',
    pictureIssued: 'Mercado diário, previsão emitida em {issued}.',
    pictureNote: 'De ontem a amanhã. Horas de entrega na hora de Madrid, preços em EUR/MWh.',
    pictureCleared: 'Preços marginais. A próxima previsão aparecerá aqui assim que for emitida.',
    pictureSimulated: 'Dados simulados: nenhuma fonte fornece preços atuais. Não são preços do mercado.',
    pictureNone: 'A primeira previsão está a ser calculada. Aparecerá aqui automaticamente.',
    pictureFailed: 'De momento não é possível mostrar a previsão. Aparecerá aqui automaticamente.',
    liveRecord: 'Precisão dos últimos 30 dias',
    liveBacktested:
      'Resultado retrospetivo: previsões de dias passados feitas a posteriori, cada uma com os dados conhecidos na altura. Não foram emitidas.',
    liveAtGate: 'última execução antes do fecho, para ofertar',
    liveOfficial: 'última antes dos resultados: {value}',
    liveDays: '{count} de {asked} dias até {to}',
    liveProvisional: 'provisório: {count} de {asked} dias até {to}',
    liveMae: 'Erro absoluto médio',
    liveSkill: 'Melhoria face à referência',
    liveNaive: 'referência semanal: {value}',
    liveCoverage: 'Preços dentro do intervalo',
    liveCoverageNote: 'objetivo: 80%',
    liveHours: 'Horas avaliadas',
    forecast: 'Previsão',
    band: 'Intervalo 10–90%',
    cleared: 'Preço marginal',
    recordTitle: 'Comparação com modelos publicados',
    recordText:
      'Erro absoluto médio em todo o período de teste de conjuntos de dados abertos. Cada dia é previsto só com dados anteriores.',
    market: 'Mercado',
    span: 'Período de teste',
    own: 'Lonja',
    published: 'Melhor publicado',
    better: 'Erro menor em',
    nordPool: 'Nord Pool',
    spain: 'Espanha',
    recordNote:
      'Os modelos foram desenvolvidos nestes períodos de teste: os números servem de controlo e não medem a precisão em dias novos.',
    recordCoverage: 'Em Espanha, entre {lowest} e {highest}% dos preços ficaram dentro do intervalo 10–90%.',
    recordFiles:
      'Os dias do conjunto de dados espanhol começam às 23:00 do dia anterior. O repositório contém os programas e as previsões.',
    forWhom: 'Utilizações',
    sell: 'Ofertar nos leilões',
    sellText:
      'Uma previsão antes da hora limite de ofertas do mercado diário (12:00 de Madrid, 11:00 de Lisboa), outra depois e outra pouco antes de cada leilão intradiário.',
    plan: 'Programar baterias e consumos',
    planText:
      'As horas mais baratas e mais caras, a probabilidade de preços negativos e um programa para as suas instalações.',
    build: 'Integrar os dados',
    buildText:
      'Uma chave de API, JSON ou CSV, webhooks assinados, um fluxo de eventos e tarifas para evcc, Home Assistant, Predbat e EMHASS.',
    quickTitle: 'Um pedido',
    quickText: 'Crie uma chave de API na aplicação e execute:',
    quickAnswer: 'A resposta contém cada hora até seis dias à frente:',
  },
};
