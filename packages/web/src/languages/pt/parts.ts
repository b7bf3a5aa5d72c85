import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'parts'> = {
  fieldFaults: {
    fieldMissing: 'Este campo é obrigatório.',
    fieldShort: 'O valor é demasiado curto ou pequeno.',
    fieldLong: 'O valor é demasiado longo ou grande.',
  },
  heatMap: { hint: 'Use as setas para percorrer horas e dias.' },
  steppedPicture: { hint: 'Use as setas para ler os valores.' },
  recordTime: { note: 'Horas em {zone}.', never: 'nunca' },
  role: {
    admin: 'administrador',
    manager: 'gestor',
    trader: 'operador',
    viewer: 'observador',
    adminText:
      'Todas as permissões, incluindo utilizadores e convites, chaves de API, webhooks e definições.',
    managerText: 'Permissões de um operador. Além disso, acrescenta e altera instalações.',
    traderText: 'Permissões de um observador. Além disso, define regras de alerta.',
    viewerText: 'Consulta todas as páginas, e os dados através de uma chave de API. Não altera nada.',
  },
  goToActions: {
    createKey: 'Criar uma chave de API',
    download: 'Descarregar a previsão do mercado diário de amanhã em CSV',
    battery: 'Planear uma bateria para amanhã',
    language: 'Idioma: {language}',
    system: 'Tema do sistema',
    light: 'Tema claro',
    dark: 'Tema escuro',
  },
  goToDialog: {
    title: 'Ir para',
    what: 'Página, dia, hora ou ação',
    hint: 'Escreva um nome, um dia como 24/11/2026 ou uma hora como 18:00. Enter escolhe o primeiro resultado.',
    none: 'Sem resultados.',
    'found.one': '{count} resultado',
    'found.other': '{count} resultados',
    ofDay: '{page}, {day}',
  },
  roleGate: {
    refused:
      'Esta página exige a função {needed}; a sua é {own}. Se precisa de acesso, peça-o a um administrador de {tenant}.',
    home: 'Ir para o resumo',
  },
  shortcutsDialog: {
    title: 'Atalhos de teclado',
    everywhere: 'Em todas as páginas',
    goTo: 'Ir para uma página, um dia ou uma hora, ou fazer algo',
    list: 'Mostrar esta lista',
    escape: 'Fechar a janela aberta',
    charts: 'Num gráfico',
    step: 'Ler o valor seguinte ou anterior',
    leap: 'Dia seguinte ou anterior',
    ends: 'Primeiro ou último valor',
    zoom: 'Ampliar, reduzir, mostrar tudo',
    choose: 'Selecionar a hora, onde houver pormenores',
    days: 'Num campo de data',
    day: 'Dia seguinte ou anterior',
    month: 'Mês seguinte ou anterior',
    calendar: 'Abrir o calendário',
    singleKeys: 'Usar as teclas / e ? como atalhos',
    singleKeysHint: 'Desative se usar ditado por voz. Ctrl+K funciona sempre.',
  },
  superadminGate: {
    title: 'Administração',
    refused:
      'Esta página é para os administradores da plataforma. O que diz respeito à sua organização está em Utilizadores e Definições.',
    home: 'Ir para o resumo',
  },
  curlButton: {
    curl: 'curl',
    title: 'Os mesmos dados com curl',
    text: 'Substitua os pontos por uma chave de API. Para CSV acrescente &format=csv onde a rota o permitir.',
    reference: 'Referência da API',
  },
  marketNote: {
    days: 'Os dias de entrega do OMIE seguem a hora de Madrid, também para Portugal: das 23:00 às 23:00 em Lisboa.',
    spain: 'Esta página é só de Espanha; de Portugal, o mercado escolhido, não há nada disto.',
  },
  rangeControls: { from: 'De', to: 'Até', before: 'Dias anteriores', after: 'Dias seguintes' },
  localMail: {
    local:
      'Não chega nenhum e-mail? Sem SMTP_URL o serviço não envia nenhum: cada mensagem é um ficheiro da pasta outbox da sua pasta de dados, normalmente data/outbox.',
  },
  personFields: {
    fullName: 'O seu nome',
    password: 'Palavra-passe',
    passwordHint: 'Pelo menos 8 caracteres.',
  },
  newPasswordField: {
    password_length: 'Escolha uma palavra-passe de 8 a 128 caracteres.',
    password_common: 'É uma palavra-passe muito comum. Escolha outra.',
    password_repetition:
      'Repetições e sequências como «aaaaaaaa» ou «abcd1234» são fáceis de adivinhar. Escolha outra.',
    password_disguise:
      'É uma palavra-passe muito comum com algarismos ou símbolos acrescentados. Escolha outra.',
    password_address: 'Sem as partes do seu e-mail tem menos de 8 caracteres. Escolha uma mais longa.',
    password_organisation: 'Sem o nome da sua organização tem menos de 8 caracteres. Escolha uma mais longa.',
  },
  pager: { place: '{from}–{to} de {total}' },
  secretOnce: {
    warning: 'Copie-o agora. Só é mostrado uma vez e não pode ser recuperado depois.',
    download: 'Guardar em ficheiro',
  },
  beyondCleared: {
    below: 'abaixo de tudo o que foi apurado',
    above: 'acima de tudo o que foi apurado',
    lowestWas: 'o mínimo foi {price} em {day}',
    highestWas: 'o máximo foi {price} em {day}',
    value: 'previsão pontual',
    p10: 'percentil 10',
    p90: 'percentil 90',
    column: 'fora de tudo o que foi apurado',
    'points.one': 'previsão pontual em {count} período',
    'points.other': 'previsão pontual em {count} períodos',
    'bounds.one': 'só um limite do intervalo em {count} período',
    'bounds.other': 'só um limite do intervalo em {count} períodos',
  },
  clockChangeNote: {
    hours23:
      '{day}: às 02:00 de Madrid o relógio passa para as 03:00. O dia tem 23 horas; não existe a hora 02:00–03:00.',
    hours25:
      '{day}: às 03:00 de Madrid o relógio volta às 02:00. O dia tem 25 horas; 02:00–03:00 repete-se, primeiro em CEST e depois em CET.',
  },
  boundsChange: {
    boundsOnly:
      'Comparada com a execução de {issued}: todas as previsões pontuais coincidem e só mudam os limites, {most} {unit} no máximo (às {hour}).',
    same: 'Comparada com a execução de {issued}: todas as previsões pontuais e todos os limites coincidem.',
  },
  limits: {
    simulated: 'Dados simulados: nenhuma fonte fornece preços atuais. Não são preços do mercado.',
    late: 'Em atraso: falta a execução prevista de {products}.',
    lateSources: 'Fontes em atraso ou sem resposta: {sources}.',
  },
  spread: {
    title: 'Diferencial para um leilão anterior',
    noteToCome: '{product} menos um leilão anterior.',
    cleared: '{product} menos {reference}, já apurado.',
    forecast: '{product} menos {reference}, que ainda é uma previsão (execução de {issued}).',
    mixed: '{product} menos {reference}, apurado em parte; o resto é uma previsão (execução de {issued}).',
    outlookOfForecast:
      'Antevisão, não é uma previsão de {product}: os diferenciais dos últimos {days} dias para {reference}, que ainda é uma previsão (execução de {issued}).',
    outlookOfPrices:
      'Antevisão, não é uma previsão de {product}: os diferenciais dos últimos {days} dias para {reference}, já apurado.',
    assumed: 'A relação entre os dois preços é uma hipótese: há muito poucas previsões anteriores.',
    reference: 'Diferencial para',
    spread: 'Diferencial esperado',
    actual: 'Diferencial apurado',
    band: 'Intervalo 80% (10–90%)',
    chart: 'Diferencial de {product} para {reference}',
    probability: 'Probabilidade de {product} ser mais caro',
    dearer: 'Probabilidade de um preço mais alto',
    even: 'Igualmente provável',
    likely: 'Com 80% ou mais: {up} de {all} períodos mais caros, {down} mais baratos.',
    empty: 'Não há diferencial deste dia: falta uma previsão ou o leilão anterior.',
  },
};
